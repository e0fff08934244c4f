import { ATTACKERS } from '../release/attackers.js'
import { folded, type Html, html } from './html.js'

const WORDS: readonly (readonly [string, string])[] = [
  ['Log', 'The searches as they were recorded: who asked what, when.'],
  ['Release', 'What was made of the log to be given to others.'],
  [
    'Promise',
    'What holds of a release whatever an attacker knows, as far as it says so. It follows from how the release was made.',
  ],
  [
    'Confirmed',
    'Independent code read the files again and found that the promise holds. “Cannot be shown” means that nothing speaks against it, and that the files cannot show it.',
  ],
  ['k persons per query', 'A query is in the release only if at least k persons asked it.'],
  [
    'Differential privacy (ε, δ)',
    'The release would look nearly the same without any one person. A smaller ε is a stronger promise; δ is the chance that it fails.',
  ],
  ['Pseudonym', 'A made-up name that stands for a person, a session or a day.'],
  ...Object.entries(ATTACKERS).map(
    ([attacker, { has }]) => [attacker === 'anyone' ? 'Anyone' : `The ${attacker}`, `An attacker who ${has}.`] as const,
  ),
  ['Not applicable', 'The attack has nothing to look at in data of this shape.'],
  ['Not run', 'The attack could be tried and was not: how far it would have come is not known.'],
  [
    'Nothing to try',
    'The attack ran and there was nothing for it. None of these three is the same as reaching nothing.',
  ],
]

/** What the words of a page mean. */
export function glossary(): Html {
  return folded('What the words mean', [
    html`<dl>${WORDS.map(([word, meaning]) => html`<dt><b>${word}</b></dt><dd>${meaning}</dd>`)}</dl>`,
  ])
}
