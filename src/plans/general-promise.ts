import { flagOf, type Param, parseParams } from '../base/params.js'
import type { Method } from '../methods/method.js'
import { atMost, type GuaranteeKind } from '../release/guarantee.js'

/** What a method promises before anything is chosen. */
export interface GeneralPromise {
  readonly kind: GuaranteeKind
  /** The sentence of its guarantee at its defaults; a parameter without default stands in it by its name. */
  readonly sentence: string
}

/** Asks the method itself, with numbers that nobody would choose in place of those that somebody must, and puts names for them. */
export function generalPromise(method: Method): GeneralPromise {
  const { values, stand } = usual(method)
  const { kind, sentence } = method.guarantee(values, 'user')
  const named = stand.reduce((said, [key, value]) => said.replaceAll(written(value), flagOf(key).slice(2)), sentence)
  return { kind, sentence: named }
}

/** What a method asks of the engine at its defaults. */
export function usualNeeds(method: Method): ReturnType<Method['needs']> {
  return method.needs(usual(method).values)
}

function usual({ name, params }: Method) {
  const open = Object.entries(params).filter(([, param]) => mustBeGiven(param))
  const stand = open.map(([key, param], place) => [key, standIn(param, place)] as const)
  return { values: parseParams(name, params, Object.fromEntries(stand)), stand }
}

function mustBeGiven(param: Param): boolean {
  switch (param.type) {
    case 'whole':
    case 'real':
      // Where a method can also be told otherwise, what must be thought about is what has advice.
      return param.default === undefined && (!param.optional || param.advice !== undefined)
    case 'text':
      return param.required === true
    default:
      return false
  }
}

const ODD = [887, 907, 929, 947, 967, 983]

/** Within the bounds, with few digits, so that no sentence rounds it, and no other number of the sentence is like it. */
function standIn(param: Param, place: number): number | string {
  const odd = ODD[place % ODD.length]!
  switch (param.type) {
    case 'whole':
      return Math.min(Math.max(odd, param.min), param.max)
    case 'real':
      return (param.max > 1 ? odd : (odd * param.max) / 100) / 1000
    default:
      return param.type === 'text' ? param.is : ''
  }
}

function written(value: number | string): string {
  return typeof value === 'number' && !Number.isInteger(value) ? atMost(value) : String(value)
}
