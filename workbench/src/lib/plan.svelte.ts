import type { Considered, Draft, Fault, MethodRecord } from '../../../src/workbench/api.js'
import { ask, bench, faultOf, TAB } from './bench.svelte.js'
import { undoable } from './history.svelte.js'

/** The plan in the making: this tab's own, held together with the server's. */
export const plan = $state<{
  draft: Draft
  methods: readonly MethodRecord[]
  profiles: readonly string[]
  links: readonly string[]
  times: readonly string[]
  considered: Considered | undefined
  fault: Fault | undefined
}>({
  draft: { steps: [], shows: {} },
  methods: [],
  profiles: [],
  links: [],
  times: [],
  considered: undefined,
  fault: undefined,
})

export const history = undoable<Draft>((draft) => put(draft))

let timer: ReturnType<typeof setTimeout> | undefined
let sent = 0
let taken = ''
/** Changed here, and not yet at the server: what that says of the plan is older. */
let unsent = false

/** Changes the plan, so that it can be undone. */
export function change(draft: Draft): void {
  history.note(now())
  put(draft)
}

export function now(): Draft {
  return $state.snapshot(plan.draft) as Draft
}

function put(draft: Draft): void {
  plan.draft = draft
  unsent = true
  clearTimeout(timer)
  timer = setTimeout(() => void send(), 120)
}

/** Tells the server, and hears what the plan would promise. */
async function send(): Promise<void> {
  const nth = ++sent
  plan.fault = undefined
  try {
    const considered = await ask<Considered>('plan', { draft: now(), by: TAB })
    if (nth === sent) plan.considered = considered
  } catch (error) {
    if (nth === sent) plan.fault = faultOf(error)
  } finally {
    if (nth === sent) unsent = false
  }
}

/** Takes over what another tab has made of the plan, and looks at it again where the log has become known. */
export function follow(): void {
  const { state, results } = bench
  if (!state) return
  if (!learnt) void learn()
  if (unsent) return
  const key = JSON.stringify([state.draft, state.log?.named, state.log?.files, results.inspect !== undefined])
  if (key === taken) return
  taken = key
  if (state.draftBy !== TAB || plan.draft.steps.length === 0) plan.draft = state.draft
  void consider()
}

let learnt = false

async function learn(): Promise<void> {
  learnt = true
  try {
    Object.assign(plan, await ask<Pick<typeof plan, 'methods' | 'profiles' | 'links' | 'times'>>('methods'))
  } catch (error) {
    learnt = false
    plan.fault = faultOf(error)
  }
}

async function consider(): Promise<void> {
  const nth = ++sent
  try {
    const considered = await ask<Considered>('consider', {})
    if (nth === sent) plan.considered = considered
  } catch (error) {
    plan.fault = faultOf(error)
  }
}

export function methodOf(name: string): MethodRecord | undefined {
  return plan.methods.find((method) => method.name === name)
}
