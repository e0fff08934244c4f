import { samplesIn } from './attack-cells.js'
import type { ComparisonFigures } from './comparison.js'
import { answer, promises } from './comparison-tables.js'
import { attackerHead } from './comparison-text.js'
import { glossary } from './glossary.js'
import { type Html, html, htmlTable, page, today } from './html.js'
import { sampleWords } from './outcomes.js'
import { promiseName } from './promise-words.js'
import { promisesDp, WHY_NO_FIGURES } from './public-figures.js'
import { attackersIn, riskCell } from './risk-cells.js'

/**
 * The part that may leave the house: promises, checks and attacks in rounded shares. No figure of the log, and of settings that promise
 * differential privacy none that was computed from it either.
 */
export function publicComparison({
  settings,
  attackers: whose,
  software,
  checksum,
}: Pick<ComparisonFigures, 'settings' | 'attackers' | 'software' | 'checksum'>): string {
  const good = settings.filter((setting) => setting.error === undefined)
  const told = good.filter(({ guarantee }) => !promisesDp(guarantee))
  const attackers = attackersIn(told)
  const NOT_TOLD = html`<span class="soft">not told</span>`
  return page(
    {
      title: 'Ways to release a log, compared',
      facts: [
        ['Made', `${today()}, by lethe ${software}`],
        ['Plan', `${good.length} settings`],
        ['Checksum', html`<code>${checksum}</code> (SHA-256 of results.json, which the custodian has)`],
      ],
    },
    [
      html`<p>What each setting promises, whether independent code confirmed it, and how far each attacker came with what they usually can afford, rounded to five points in a hundred. ${sampleWords(samplesIn(told), false) ?? ''}</p>`,
      ...(told.length < good.length
        ? [html`<p><b>Settings that promise differential privacy.</b> ${WHY_NO_FIGURES}</p>`]
        : []),
      htmlTable(
        ['setting', 'promise', 'confirmed', ...attackers.map(attackerHead)],
        good.map((setting): (string | Html)[] => [
          setting.label,
          promiseName(setting.guarantee),
          answer(setting.holds),
          ...attackers.map((attacker) =>
            promisesDp(setting.guarantee) ? NOT_TOLD : riskCell(setting, attacker, whose, false),
          ),
        ]),
      ),
      html`<h2>What is promised, and what is not</h2>`,
      ...promises(good),
      html`<h2>How to verify</h2><p>These releases were experiments, made to be compared. A release that is published has its own checksums; whoever has it checks them and the promise with <code>lethe verify DIR</code>.</p>`,
      glossary(),
    ],
  )
}
