import { number, percent } from '../base/format.js'
import { adviceWords, refusedTable } from './advice-words.js'
import { attackTables, failures, measureTables, promises, settingsTable } from './comparison-tables.js'
import { drawing } from './draw.js'
import { frontiers } from './frontier.js'
import { glossary } from './glossary.js'
import { folded, type Html, html, page, today } from './html.js'
import type { Inspection } from './inspection.js'
import { logSection } from './log-section.js'
import { parameterCurves } from './parameter-curves.js'
import type { Recommendation } from './recommendation.js'
import type { Setting } from './settings.js'

export interface ComparisonFigures {
  readonly log: Inspection
  /** The log by its file's name. */
  readonly name: string
  readonly settings: readonly Setting[]
  /** Whose attack each is: a figure without its attacker says nothing. */
  readonly attackers: Readonly<Record<string, string>>
  readonly advice: Recommendation
  readonly software: string
  /** SHA-256 of results.json, where all figures stand. */
  readonly checksum: string
  readonly title?: string
  /** Paragraphs in plain words that stand first. */
  readonly story?: readonly string[]
}

/** A comparison for two readers: what to release and why, then every figure. Custodian only. */
export async function comparisonReport(figures: ComparisonFigures): Promise<string> {
  const { log, name, settings, attackers, advice, software, title, story = [] } = figures
  const draw = await drawing()
  const good = settings.filter((setting) => setting.error === undefined)
  const { task, fears } = advice.wishes
  const limits = Object.fromEntries(fears.map(({ attacker, limit }) => [attacker, limit]))
  const pick = advice.fitting[0]?.setting.label
  const curves = parameterCurves(good, task, draw)
  return page(
    {
      title: title ?? `Ways to release ${name}, compared`,
      stamps: ['For the custodian only: exact figures of the log are in here.'],
      facts: [
        ['Log', `${name}: ${number(log.rows)} rows of ${number(log.users)} persons`],
        ['Made', `${today()}, by lethe ${software}`],
        [
          'Plan',
          `${settings.length} ${settings.length === 1 ? 'setting' : 'settings'}, each released, checked, attacked and measured`,
        ],
        ['Checksum', html`<code>${figures.checksum}</code> (SHA-256 of results.json)`],
      ],
    },
    [
      adviceWords(advice),
      ...story.map((paragraph) => html`<p>${paragraph}</p>`),
      inPlainWords(log),
      html`<h2>Privacy against use, by attacker</h2>`,
      frontiers({ settings: good, whose: attackers, task, pick, limits }, draw),
      failures(settings),
      html`<h2>All settings</h2><p>How far each attacker came, with what they usually can afford, and how well tasks do that are trained on the release, beside the same trained on the log. Tasks are trained on a release of one part of the log and tested on another, which it has not seen: the last days, where the log has times.</p>`,
      settingsTable(byAdvice(settings, advice), attackers, limits, pick),
      html`<h2>More</h2>`,
      refusedTable(advice),
      ...(curves.html === '' ? [] : [folded('By parameter: use and risk', [curves])]),
      ...attackTables(good, attackers),
      folded('All measures', [
        html`<p class="soft">Means over seeds, and from least to most where seeds differ.</p>`,
        ...measureTables(good),
      ]),
      folded('What is promised, and what is not', promises(good)),
      folded('The log', logSection(log, draw)),
      glossary(),
      html`<p class="soft">Made by lethe ${software} on Node ${process.versions.node}, ${process.platform} ${process.arch}. The releases compared here were made with repeatable chance, to be measured, and thrown away; the one that you make is drawn anew. Its settings were chosen by looking at this log, and its manifest says so.</p>`,
    ],
  )
}

/** Those that fit first, the most useful before others; then the rest. */
function byAdvice(settings: readonly Setting[], { fitting, refused }: Recommendation): Setting[] {
  const order = [...fitting, ...refused].map(({ setting }) => setting.label)
  const rank = ({ label }: Setting) => (order.includes(label) ? order.indexOf(label) : order.length)
  return settings.toSorted((a, b) => rank(a) - rank(b))
}

function inPlainWords(log: Inspection): Html {
  const alone = percent(log.usersWithUniqueQuery / Math.max(1, log.users))
  return html`<h2>In plain words</h2>
<p><b>The log.</b> ${number(log.usersWithUniqueQuery)} of its ${number(log.users)} persons (${alone}) asked something that nobody else did: whoever knows of it finds them.</p>
<p><b>What was tried.</b> Each release was checked by independent code and then attacked by someone who knows the log that it was made from, which is more than an outsider has. Attackers who were not asked about are shown too, and are held to no limit.</p>
<p>A low figure means that the attacks that were tried failed on this log, not that no attack can succeed. What holds whatever an attacker knows is the promise, not the figure.</p>`
}
