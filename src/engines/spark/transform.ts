import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../../base/errors.js'
import { PACKAGE_ROOT } from '../../base/package-root.js'
import type { Engine } from '../engine.js'
import { countOf, fresh } from '../sql.js'
import type { Runner } from './runner.js'

export const LEAST_NODE = 20

/** The version of Node on the workers, asked of several tasks; undefined where one has none, or is too old. */
export async function nodeOnWorkers({ rows }: Runner): Promise<string | undefined> {
  const found: string[] = []
  try {
    for await (const { batch } of rows(
      `SELECT TRANSFORM(x) USING 'node -p process.version; cat > /dev/null' AS (v STRING) FROM (SELECT id AS x FROM range(0, 8, 1, 4))`,
    ))
      found.push(...(batch[0] ?? []).map(String))
  } catch {
    return undefined
  }
  const majors = found.map((version) => Number(/^v(\d+)\./.exec(version)?.[1]))
  return majors.length > 0 && majors.every((major) => major >= LEAST_NODE) ? found[0] : undefined
}

/**
 * Our own code as one file: what it takes to tell texts, which rests on nothing else, and a loop. A line in is the name of a form and a text in hexadecimal, a line
 * out the same and the text in that form; the last says how many there were, since whoever ends early ends well to Spark.
 */
function script(): Uint8Array {
  const source = (file: string) =>
    readFileSync(join(PACKAGE_ROOT, 'dist/src/text', file), 'utf8')
      .replace(/^export /gm, '')
      .replace(/^const plain\b/gm, 'const plainId')
  const loop = `
import { createInterface } from 'node:readline'
const FORMS = {
  query: normalise,
  person: normalisePerson,
  'folded-person': (id) => lowerCase(normalisePerson(id)),
}
const hex = (text) => Buffer.from(text).toString('hex')
let [out, count] = ['', 0]
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const [form, text = ''] = line.split('\\t')
  out += line + '\\t' + hex(FORMS[form](Buffer.from(text, 'hex').toString())) + '\\n'
  count++
  if (out.length > 1 << 16 && !process.stdout.write(out)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  if (out.length > 1 << 16) out = ''
}
process.stdout.write(out + '#\\t' + count + '\\n')
`
  const persons = source('person.js').replaceAll('plain.test', 'plainId.test')
  return Buffer.from(`${source('normalise.js')}\n${persons}\n${loop}`)
}

/** Sends texts (form, value) through our own code on the workers: a table (form, value, mapped); undefined where there are none. */
export function textMapper(engine: Engine, runner: Runner) {
  let shipped: Promise<void> | undefined
  const file = `lethe-${randomBytes(8).toString('hex')}.mjs` // files of a session stand in a folder of its own, whose name only Spark knows
  const found = `"$(find . -maxdepth 2 -name ${file} | head -n 1)"`
  const probed = async () => {
    // Asked whatever the log holds: whether it is refused must not depend on that.
    if ((await nodeOnWorkers(runner)) === undefined)
      fail(
        'refused',
        `the workers of the cluster have no Node ${LEAST_NODE} or newer, which runs Lethe's own code on texts`,
        `Install it on each of them, in the PATH of the executors; lethe engine check ADDRESS says whether it is found. Or bring the log here and leave out --engine.`,
      )
    await runner.client.ship(`files/${file}`, script())
  }
  const ready = () => (shipped ??= probed())
  const map = async (values: string): Promise<string | undefined> => {
    const [source, raw, mapped] = [fresh('values'), fresh('transformed'), fresh('mapped')]
    await engine.materialise(source, `SELECT DISTINCT form, value FROM (${values}) WHERE value IS NOT NULL`)
    await ready()
    const given = await countOf(engine, source)
    if (given === 0) {
      await engine.drop(source)
      return undefined
    }
    await engine.materialise(
      raw,
      `SELECT split(line, chr(9)) AS f FROM (
        SELECT TRANSFORM(given) USING 'node ${found}' AS (line STRING) FROM (SELECT concat(form, chr(9), hex(value)) AS given FROM ${source}))`,
    )
    const [seen] = await engine.all<{ made: number; told: number }>(
      `SELECT count(*) FILTER (WHERE f[0] <> '#') AS made, coalesce(sum(CAST(f[1] AS BIGINT)) FILTER (WHERE f[0] = '#'), 0) AS told FROM ${raw}`,
    )
    if (given !== seen?.made || given !== seen.told)
      fail(
        'refused',
        'code that ran on the workers of the cluster lost rows, so nothing was made',
        'Look at the memory and the logs of the workers, and try again.',
      )
    await engine.materialise(
      mapped,
      `SELECT f[0] AS form, CAST(unhex(f[1]) AS STRING) AS value, CAST(unhex(f[2]) AS STRING) AS mapped FROM ${raw} WHERE f[0] <> '#'`,
    )
    await engine.drop(source, raw)
    return mapped
  }
  return { ready, map }
}
