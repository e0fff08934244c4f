import { toldSteps } from '../../plans/foreign.js'
import { judged } from '../../release/experiment.js'
import type { Manifest, Step } from '../../release/manifest.js'
import { percentOf } from '../../release/sample.js'
import type { ColumnChanges, Statement } from '../../report/diff.js'

/** What two manifests say otherwise, in words: how it was made, what is promised, what is shown. */
export async function statedOtherwise(earlier: Manifest, later: Manifest): Promise<readonly Statement[]> {
  const [before, after] = [await toldSteps(earlier.steps), await toldSteps(later.steps)]
  return [
    ...stepsOtherwise(before, after),
    ...[...plainFacts(earlier)].flatMap(([what, was]) => otherwise(what, was, plainFacts(later).get(what) ?? null)),
    ...moreOtherwise(earlier.more ?? {}, later.more ?? {}),
    ...linesOtherwise('not protected', judged(earlier).notProtected, judged(later).notProtected),
    ...linesOtherwise('rests on', judged(earlier).assumptions, judged(later).assumptions),
  ]
}

/** Columns of all tables that came, went, or mean something else now. */
export function columnsOtherwise(earlier: Manifest, later: Manifest): ColumnChanges {
  const [before, after] = [columnsOf(earlier), columnsOf(later)]
  return {
    came: [...after.keys()].filter((column) => !before.has(column)),
    went: [...before.keys()].filter((column) => !after.has(column)),
    changed: [...before].flatMap(([column, was]) => {
      const is = after.get(column)
      return is === undefined || is === was ? [] : [{ what: column, earlier: was, later: is }]
    }),
  }
}

/** The columns of the data, and those of tables beside it with the name of their table in front. */
function columnsOf({ columns, tables = [] }: Manifest): Map<string, string> {
  const named = tables.flatMap(({ file, columns: beside }) =>
    beside.map((column) => ({ ...column, name: `${file.slice(0, file.lastIndexOf('.'))}.${column.name}` })),
  )
  return new Map([...columns, ...named].map(({ name, type, meaning }) => [name, `${meaning} (${type})`]))
}

function plainFacts(manifest: Manifest): Map<string, string | null> {
  const { shows, profile, tuned, sample, experiment, software, files } = manifest
  return new Map<string, string | null>([
    ['promise', judged(manifest).sentence],
    ['what counts as a person', judged(manifest).unit],
    ['experiment', experiment ? 'yes: it promises nothing' : 'no'],
    ['tuned on the log', tuned ? 'yes' : 'no'],
    ['sample of the persons', sample === undefined ? 'no' : `about ${percentOf(sample)}`],
    ['profile', profile ?? null],
    ['pseudonyms', shows.link],
    ['times', shows.time],
    ['ranks', shows.rank ? 'shown' : 'not shown'],
    ['files', files.join(', ')],
    ['made by', `${software.name} ${software.version}`],
  ])
}

/** The same methods with other parameters, or other methods. */
function stepsOtherwise(before: readonly Step[], after: readonly Step[]): Statement[] {
  const methods = (steps: readonly Step[]) => steps.map(({ method }) => method).join(', ')
  if (methods(before) !== methods(after)) return otherwise('steps', methods(before), methods(after))
  return before.flatMap(({ method, params }, i) => {
    const now: Readonly<Record<string, unknown>> = after[i]?.params ?? {}
    const keys = [...new Set([...Object.keys(params), ...Object.keys(now)])]
    return keys.flatMap((key) => otherwise(`${method} ${key}`, inWords(params[key]), inWords(now[key])))
  })
}

function moreOtherwise(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Statement[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => otherwise(key, inWords(before[key]), inWords(after[key])))
}

function linesOtherwise(what: string, before: readonly string[], after: readonly string[]): Statement[] {
  return [
    ...before.filter((line) => !after.includes(line)).flatMap((line) => otherwise(what, line, null)),
    ...after.filter((line) => !before.includes(line)).flatMap((line) => otherwise(what, null, line)),
  ]
}

function otherwise(what: string, earlier: string | null, later: string | null): Statement[] {
  return earlier === later ? [] : [{ what, earlier, later }]
}

function inWords(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
