import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../../base/errors.js'
import { PACKAGE_ROOT } from '../../base/package-root.js'
import type { Engine, TextForm } from '../engine.js'
import { fresh } from '../sql.js'
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
 * Our own code as one file: what it takes to tell texts, which rests on nothing else, and a loop. A line in is a text in hexadecimal, a line out the same
 * and its form; the last says how many there were, since whoever ends early ends well to Spark.
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
const form = FORMS[process.argv[2]]
const hex = (text) => Buffer.from(text).toString('hex')
let [out, count] = ['', 0]
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  out += line + '\\t' + hex(form(Buffer.from(line, 'hex').toString())) + '\\n'
  count++
  if (out.length > 1 << 16 && !process.stdout.write(out)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  if (out.length > 1 << 16) out = ''
}
process.stdout.write(out + '#\\t' + count + '\\n')
`
  const persons = source('person.js').replaceAll('plain.test', 'plainId.test')
  return Buffer.from(`${source('normalise.js')}\n${persons}\n${loop}`)
}

/** Sends texts through our own code on the workers: a table (value, mapped); undefined where there are none. */
export function textMapper(engine: Engine, runner: Runner) {
  let shipped: Promise<void> | undefined
  const file = `lethe-${randomBytes(8).toString('hex')}.mjs` // files of a session stand in a folder of its own, whose name only Spark knows
  const found = `"$(find . -maxdepth 2 -name ${file} | head -n 1)"`
  const ready = async () => {
    // Asked whatever the log holds: whether it is refused must not depend on that.
    if ((await nodeOnWorkers(runner)) === undefined)
      fail(
        'refused',
        `the workers of the cluster have no Node ${LEAST_NODE} or newer, which runs Lethe's own code on texts`,
        `Install it on each of them, in the PATH of the executors; lethe engine check ADDRESS says whether it is found. Or bring the log here and leave out --engine.`,
      )
    await runner.client.ship(`files/${file}`, script())
  }
  return async (values: string, form: TextForm): Promise<string | undefined> => {
    shipped ??= ready()
    await shipped
    if ((await engine.all(`SELECT value FROM (${values}) WHERE value IS NOT NULL LIMIT 1`)).length === 0)
      return undefined
    const [source, raw, mapped] = [fresh('values'), fresh('transformed'), fresh('mapped')]
    await engine.materialise(source, `SELECT DISTINCT value FROM (${values}) WHERE value IS NOT NULL`)
    await engine.materialise(
      raw,
      `SELECT substring_index(line, chr(9), 1) AS v, substring_index(line, chr(9), -1) AS m FROM (
        SELECT TRANSFORM(h) USING 'node ${found} ${form}' AS (line STRING) FROM (SELECT hex(value) AS h FROM ${source}))`,
    )
    const [seen] = await engine.all<{ given: number; made: number; told: number }>(
      `SELECT (SELECT count(*) FROM ${source}) AS given, count(*) FILTER (WHERE v <> '#') AS made, coalesce(sum(CAST(m AS BIGINT)) FILTER (WHERE v = '#'), 0) AS told FROM ${raw}`,
    )
    if (seen === undefined || seen.given !== seen.made || seen.given !== seen.told)
      fail(
        'refused',
        'code that ran on the workers of the cluster lost rows, so nothing was made',
        'Look at the memory and the logs of the workers, and try again.',
      )
    await engine.materialise(
      mapped,
      `SELECT CAST(unhex(v) AS STRING) AS value, CAST(unhex(m) AS STRING) AS mapped FROM ${raw} WHERE v <> '#'`,
    )
    await engine.drop(source, raw)
    return mapped
  }
}
