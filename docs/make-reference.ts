import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadAttacks } from '../src/attacks/index.js'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { loadMeasures } from '../src/measures/index.js'
import { loadMethods } from '../src/methods/index.js'
import { generalPromise } from '../src/plans/general-promise.js'
import { profileNames, readPlan } from '../src/plans/plan.js'
import { ATTACKERS } from '../src/release/attackers.js'
import { loadTrials } from '../src/trials/index.js'

interface Sourced {
  readonly paper: { readonly key: string; readonly title: string }
}

/** All that is found in folders, as a page: npm run docs writes it, and a test holds the page against it. */
export async function reference(): Promise<string> {
  const [methods, attacks, trials, measures] = await Promise.all([
    loadMethods(),
    loadAttacks(),
    loadTrials(),
    loadMeasures(),
  ])
  const profiles = await Promise.all(profileNames().map(readPlan))
  return [
    '# What there is',
    'Made by `npm run docs` from what methods, attacks, trials, measures and profiles say of themselves. Parameters: `lethe methods NAME`, `lethe attacks NAME`, `lethe measures NAME`.',
    '## Methods',
    table(
      ['method', 'what it does', 'guarantee, at its defaults', 'source'],
      methods.map((method) => [
        `[\`${method.name}\`](../src/methods/${method.name}/README.md)`,
        method.summary,
        generalPromise(method).sentence,
        source(method),
      ]),
    ),
    '## Attacks',
    'They look at a release. Whose an attack is, is what the attacker has.',
    table(
      ['attack', 'attacker', 'what it does', 'source'],
      attacks.map((attack) => [
        `\`${attack.name}\``,
        `${attack.attacker}: ${ATTACKERS[attack.attacker].has}`,
        attack.summary,
        source(attack),
      ]),
    ),
    '## Trials',
    'They make releases to look at, by a plan: `lethe attack TRIAL LOG --plan FILE`.',
    table(
      ['trial', 'what it does'],
      trials.map(({ name, summary }) => [`\`${name}\``, summary]),
    ),
    '## Measures',
    'Those that take but a moment are in every report and comparison; `lethe measure` takes all.',
    table(
      ['measure', 'of', 'what it is', 'in every report', 'source'],
      measures.map((measure) => [
        `\`${measure.name}\``,
        measure.side,
        measure.summary,
        measure.quick ? 'yes' : '',
        source(measure),
      ]),
    ),
    '## Profiles',
    "Regulators' rules as plans: `lethe release --plan NAME`.",
    table(
      ['profile', 'date', 'source'],
      profiles.map(({ name = '', date = '', source: from = '' }) => [`\`${name}\``, date, from]),
    ),
    '',
  ].join('\n\n')
}

function source({ paper }: Sourced): string {
  return `${paper.title} [${paper.key}]`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(PACKAGE_ROOT, 'docs', 'reference.md'), await reference())
