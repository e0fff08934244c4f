import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { defined } from '../base/defined.js'
import { fail, LetheError } from '../base/errors.js'
import { derive } from '../plans/derive.js'
import { promisedSteps } from '../plans/foreign.js'
import { labelOf } from '../plans/grid.js'
import { profileNames, readPlan } from '../plans/plan.js'
import { OUR_COLUMNS } from '../release/columns.js'
import { isRecord } from '../release/fields.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Step } from '../release/manifest.js'
import type { CellResult } from './compare/cell.js'
import { isCellResult } from './compare/cell-shape.js'
import { areStepsOf, asStep, columnOptions, readySteps } from './steps.js'

/**
 * A comparison that anybody may have made. Its figures are taken as they stand; what a setting is called and what it promises is made
 * again from its steps, and one that states another promise than they amount to is marked.
 */
export async function readCompared(dir: string, unfinished = false): Promise<CellResult[]> {
  if (unfinished) return Promise.all(triedIn(dir).map(heldToItsSteps))
  const path = join(dir, 'results.json')
  if (!existsSync(path))
    fail('input', `${dir} holds no finished comparison`, 'Name a log too: lethe recommend LOG -o DIR.')
  const again = 'Make the comparison again: lethe recommend LOG -o DIR --force.'
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    fail('input', `${path} cannot be read`, again, cause)
  }
  const results = (read as { readonly results?: unknown } | null)?.results
  if (!Array.isArray(results) || results.length === 0 || !results.every(isCellResult))
    fail('input', `${path} is damaged, or another version wrote it`, again)
  return Promise.all(results.map(heldToItsSteps))
}

/** What a comparison that is under way, or was stopped, has tried so far. */
function triedIn(dir: string): CellResult[] {
  const cells = join(dir, 'cells')
  const files = existsSync(cells) ? readdirSync(cells).filter((file) => file.endsWith('.json')) : []
  const results = files.sort().flatMap((file) => {
    try {
      const read: unknown = JSON.parse(readFileSync(join(cells, file), 'utf8'))
      return isCellResult(read) ? [read] : []
    } catch {
      return []
    }
  })
  return results.length > 0
    ? results
    : fail('input', `nothing has been tried in ${dir} yet`, 'Wait for the first setting.')
}

async function heldToItsSteps(result: CellResult): Promise<CellResult> {
  const { steps, guarantee } = result
  const { link, time, rank } = result.shows
  const shows = defined({ link, time, rank })
  const name = await ruleOf(result)
  const reasons = Object.entries(result.reasons ?? {}).map(([attack, why]) => [
    attack,
    { ...why, reason: line(why.reason) },
  ])
  const told = {
    ...result,
    label: line(labelOf({ ...(name === undefined ? {} : { name }), steps: [], shows }, steps)),
    method: name ?? steps.map((step) => line(step.method)).join(' + '),
    params: Object.assign({}, ...steps.map((step) => step.params)) as CellResult['params'],
    shows,
    reasons: Object.fromEntries(reasons) as NonNullable<CellResult['reasons']>,
  }
  if (guarantee === undefined) return told
  const derived = await promiseOf({ ...told, guarantee })
  if (derived === undefined || !isDeepStrictEqual(numbersOf(derived), numbersOf(guarantee)))
    return { ...told, unfounded: true }
  return { ...told, guarantee: derived }
}

/** The rule whose steps these are, where they are those of one. Any other name is who made it says. */
async function ruleOf({ method, steps }: CellResult): Promise<string | undefined> {
  if (!profileNames().includes(method)) return undefined
  const plan = await readPlan(method)
  const ours = [plan.steps, (await readySteps(plan)).map(asStep)]
  return ours.some((each) => areStepsOf(each as readonly Step[], steps)) ? method : undefined
}

const A_NAME = /^[\p{L}\p{N}_-]+(?:[ .][\p{L}\p{N}_-]+)*$/u

/** What the steps amount to; undefined where they are unsound together, or not known here. */
async function promiseOf({ steps, shows, guarantee, columns = [] }: CellResult & { readonly guarantee: Guarantee }) {
  const { unit } = guarantee
  if (unit.length > 40 || !A_NAME.test(unit)) return undefined // it would stand in the sentence
  try {
    const ready = await promisedSteps(steps)
    const extras = columns.filter((column) => !OUR_COLUMNS.includes(column) && A_NAME.test(column))
    return derive(ready, columnOptions(ready, { steps: [], shows }), extras, unit).guarantee
  } catch (error) {
    if (error instanceof LetheError) return undefined
    throw error
  }
}

/** A promise and those beside it without their words, which other versions may have put otherwise. */
function numbersOf(guarantee: Guarantee): unknown[] {
  const { also = [], ...first } = guarantee
  return [first, ...(Array.isArray(also) ? (also as unknown[]) : [also])].map((one) => {
    if (!isRecord(one)) return one
    const { sentence: _, assumptions: __, notProtected: ___, ...numbers } = one
    return numbers
  })
}

/** A stranger's words as one line of bearable length. */
function line(text: string): string {
  const one = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return one.length > 160 ? `${one.slice(0, 160)}…` : one
}
