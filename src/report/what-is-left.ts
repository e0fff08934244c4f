import { percent } from '../base/format.js'
import type { Bar } from '../plots/index.js'
import type { Draw } from './draw.js'
import { type Html, html, list, panels } from './html.js'
import { SHARE_NAMES } from './kept.js'

type Measures = Readonly<Record<string, unknown>>
type Figures = Readonly<Record<string, unknown>> & { readonly reasons?: Readonly<Record<string, string>> }

/** What a release leaves of the log, and what that is good for: pictures, and below them why some figures are not there. */
export function whatIsLeft(measures: Measures, draw: Draw): Html {
  const pictures = [
    keptBars(measures.kept as Figures | undefined, draw),
    histogram(measures.uniqueness, draw),
    taskBars(measures, draw),
  ]
  const drawn = pictures.flatMap((picture) => picture ?? [])
  if (drawn.length === 0) return html``
  const why = [
    ...reasonsOf(measures.kept as Figures | undefined),
    ...tasksIn(measures).flatMap(([name, task]) => noRatio(name, task)),
  ]
  return html`${panels(drawn)}${why.length === 0 ? html`` : html`<p class="soft">Without a figure:</p><div class="soft">${list(why)}</div>`}`
}

function keptBars(kept: Figures | undefined, draw: Draw): Html | undefined {
  if (kept === undefined) return undefined
  const bars = Object.entries({ ...SHARE_NAMES, clicks: 'clicks' }).flatMap(([key, name]): Bar[] => {
    const share = kept[key]
    if (typeof share === 'number') return [{ label: name, share, words: percent(share) }]
    return share === null ? [{ label: name, share: undefined, words: 'not known' }] : []
  })
  if (bars.length === 0) return undefined
  return draw('Shares of the log that are left.', (plots, on) =>
    plots.shareBars(on, {
      label: `Left of the log: ${bars.map(({ label, words }) => `${label} ${words}`).join(', ')}`,
      bars,
    }),
  )
}

function reasonsOf(kept: Figures | undefined): string[] {
  const names: Readonly<Record<string, string>> = { ...SHARE_NAMES, clicks: 'clicks' }
  return Object.entries(kept?.reasons ?? {}).map(([key, reason]) => `${names[key] ?? key}: ${reason}`)
}

interface Side {
  readonly shared?: readonly { readonly users: number; readonly rows: number }[]
}

/** Rows by how many persons share their query, before and after, as shares of the rows of the log. */
function histogram(uniqueness: unknown, draw: Draw): Html | undefined {
  const { original, released } = (uniqueness ?? {}) as { readonly original?: Side; readonly released?: Side }
  if (!original?.shared?.length || released?.shared === undefined) return undefined
  const total = original.shared.reduce((sum, { rows }) => sum + rows, 0)
  const most = Math.max(...original.shared.map(({ users }) => users))
  const at = ({ shared = [] }: Side, n: number) =>
    (shared.find(({ users }) => users === n)?.rows ?? 0) / Math.max(1, total)
  const steps = Array.from({ length: most }, (_, i) => ({
    name: i + 1 === MANY ? `${MANY}+` : String(i + 1),
    before: at(original, i + 1),
    after: at(released, i + 1),
  }))
  const caption = 'Rows by how many persons of the log asked their query, as shares of its rows.'
  return draw(caption, (plots, on) =>
    plots.beforeAfter(on, { label: caption, x: 'persons who asked the query', steps }),
  )
}

/** The measure puts so many persons and more together. */
const MANY = 10

function tasksIn(measures: Measures): [string, Figures][] {
  return Object.entries(measures).flatMap(([name, figures]) =>
    typeof figures === 'object' && figures !== null && 'ratio' in figures ? [[name, figures as Figures]] : [],
  )
}

function taskBars(measures: Measures, draw: Draw): Html | undefined {
  const tasks = tasksIn(measures)
  if (tasks.length === 0) return undefined
  const bars = tasks.map(([label, { ratio }]) =>
    typeof ratio === 'number'
      ? { label, share: ratio, words: percent(ratio), colour: 'var(--green)' }
      : { label, share: undefined, words: 'not applicable' },
  )
  const flattered = tasks.some(([, task]) => task.sawHeldOut === true)
  const caption = `Tasks trained on the release, beside the same trained on the log (the dashed line).${flattered ? ' The release was made of the whole log, and has seen what it is tested on: it may do better here than on what comes next.' : ''}`
  return draw(caption, (plots, on) =>
    plots.shareBars(on, {
      label: `${caption} ${bars.map(({ label, words }) => `${label} ${words}`).join(', ')}`,
      bars,
      whole: 1,
    }),
  )
}

function noRatio(name: string, { ratio, reasons }: Figures): string[] {
  return typeof ratio === 'number' ? [] : [`${name}: not applicable: ${reasons?.ratio ?? 'it cannot be asked'}`]
}
