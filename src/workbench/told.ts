import { fail } from '../base/errors.js'
import { parseParams } from '../base/params.js'
import { loadMethod, methods } from '../index.js'
import type { Draft } from './api.js'
import type { Session } from './session.js'

/** What a step may need of a log: in which column it stands, and how that is said. */
const NEEDS = {
  person: { column: 'user', words: 'counts persons, and this log names none' },
  time: { column: 'time', words: 'needs times, and this log has none' },
  url: { column: 'url', words: 'needs clicked results, and this log has none' },
} as const
type Need = keyof typeof NEEDS

/** Refuses a plan that needs what the log at hand does not tell: here, and not when it has been signed off. */
export async function checkTold(session: Session, { steps }: Draft): Promise<void> {
  const lacking = lackingIn(session)
  for (const { method: name, params: given } of steps) {
    const { requires, requiresFor, params } = await loadMethod(name)
    const needed = [...requires, ...(requiresFor?.(parseParams(name, params, given)) ?? [])]
    const need = lacking.find((one) => needed.includes(one))
    if (need !== undefined) fail('refused', `${name} ${NEEDS[need].words}`, await nextFor(need))
  }
}

/** By the preview, where it shows the log as it is read by now. */
function lackingIn(session: Session): readonly Need[] {
  const { log } = session.state()
  const preview = log?.shown ? session.result('preview') : undefined
  if (preview === undefined) return []
  const told = new Set(
    preview.understood.columns.filter(({ from }) => from !== null).map(({ column }) => column as string),
  )
  if (log?.named.unit !== undefined) told.add('user')
  return (Object.keys(NEEDS) as Need[]).filter((need) => !told.has(NEEDS[need].column))
}

async function nextFor(need: Need): Promise<string> {
  if (need !== 'person') return 'Say under Log in which column they stand, or choose another method.'
  const others = (await methods()).filter(({ requires }) => requires.length === 0).map(({ name }) => name)
  return `Say under Log which column is the person. Without one there are ${others.join(' and ')}, which promise nothing about persons.`
}
