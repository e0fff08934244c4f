import { percent } from '../base/format.js'
import { whoWith } from '../release/attackers.js'
import { folded, type Html, html, htmlTable, list } from './html.js'
import { type Judged, moreUseful, type Recommendation, reachedWords, type Wishes } from './recommendation.js'
import { LITTLE } from './recommendation-text.js'

/** What to release and why, in a sentence; then how far each feared attacker came, and what is promised. */
export function adviceWords({ wishes, fitting, refused, out }: Recommendation): Html {
  const [first] = fitting
  if (first === undefined)
    return html`<p class="lead"><b>Release none of these as they stand:</b> none of ${refused.length} settings keeps ${fearedWords(wishes)}. They fail by this: ${Object.entries(
      out,
    )
      .map(([what, n]) => `“${what}” (${n})`)
      .join(', ')}.</p>`
  const { setting, risks, use } = first
  const good =
    use === undefined
      ? `${wishes.task} cannot be asked of it`
      : `${wishes.task} trained on it does ${percent(use.mean)} as well as trained on the log`
  const more = moreUseful(fitting)
  const among =
    fitting.length === 1
      ? 'it is the only setting that'
      : more === undefined
        ? `it is the most useful of the ${fitting.length} settings that`
        : `within a point of the most useful (${more.label}, ${percent(more.use)}) it makes the strongest promise of the ${fitting.length} settings that`
  const fits = wishes.fears.length === 0 ? 'fit' : `keep ${fearedWords(wishes)}`
  return html`<p class="lead"><b>Release ${setting.label}</b>: ${among} ${fitting.length === 1 ? fits.replace(/^\w+/, '$&s') : fits}, and ${good}.</p>
<p><b>What it promises.</b> ${setting.guarantee?.sentence ?? ''}</p>
${list(risks.map(reachedWords))}
<p><b>What it is good for.</b> ${tasksWords(first, fitting, wishes.task)}</p>
<p><b>What it does not protect against.</b></p>${list(setting.guarantee?.notProtected ?? [])}`
}

/** Use was judged by one task: how the advised setting does at others, and which setting does better there. */
function tasksWords({ setting, use }: Judged, fitting: readonly Judged[], task: string): string {
  const others = Object.entries(setting.tasks).filter(([name]) => name !== task)
  const better = others.flatMap(([name, { mean }]) => {
    const best = fitting.reduce((a, b) =>
      (b.setting.tasks[name]?.mean ?? 0) > (a.setting.tasks[name]?.mean ?? 0) ? b : a,
    )
    const most = best.setting.tasks[name]?.mean ?? 0
    return most >= mean + 0.01 ? [`at ${name} ${best.setting.label} does better (${percent(most)})`] : []
  })
  return [
    `Use was judged by ${task}.`,
    ...(others.length > 0
      ? [`It does ${others.map(([name, { mean }]) => `${percent(mean)} at ${name}`).join(', ')}.`]
      : []),
    ...(better.length > 0 ? [`Of those that fit, ${better.join('; ')}.`] : []),
    ...((use?.mean ?? 0) < LITTLE ? ['That is little: ask whoever wants it whether it is worth releasing.'] : []),
  ].join(' ')
}

/** Whom wishes fear, and how far they may come. */
function fearedWords({ fears }: Wishes): string {
  const who = fears.map(({ attacker, at, limit }) => ({ name: whoWith(attacker, at), limit: percent(limit) }))
  const [first] = who
  if (first === undefined) return 'nobody at bay'
  if (who.some(({ limit }) => limit !== first.limit))
    return `${allOf(who.map(({ name, limit }) => `${name} at ${limit} or less`))}`
  return `${allOf(who.map(({ name }) => name))} at ${first.limit} or less`
}

/** a, b and c */
function allOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Why each of the others was not taken. */
export function refusedTable({ refused }: Recommendation): Html {
  if (refused.length === 0) return html``
  return folded('Why the others were not taken', [
    htmlTable(
      ['setting', 'it', 'because'],
      refused.map(({ setting, fails }) => [setting.label, fails?.what ?? '', fails?.why ?? '']),
    ),
  ])
}
