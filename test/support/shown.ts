import { parseParams } from '../../src/base/params.js'
import { loadMethods } from '../../src/methods/index.js'
import type { Method } from '../../src/methods/method.js'
import { EXAMPLES } from '../contract/examples.js'
import { mixedLog, type Row } from './log.js'

/** A log to which every attack has something to do: many texts of one person alone, several days, clicks, and rows without a query. */
export function attackedLog(): Row[] {
  const alone = Array.from({ length: 60 }, (_, i) => ({
    user: `usr-made-up-${i % 15}`,
    query: `alone ${i}`,
    time: `2024-05-0${1 + (i % 5)} 12:00:00`,
  }))
  return [...mixedLog().filter(({ query }) => query.length < 1000), ...alone]
}

export interface Way {
  readonly name: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly shows: { readonly link?: 'none' | 'session' | 'user' }
  readonly items: boolean
}

/** Every method with its example, and some in the shapes that went wrong. */
export async function ways(): Promise<Way[]> {
  const methods = await loadMethods()
  const way = (method: string, params: object = {}, shows: Way['shows'] = {}): Way => ({
    name: [method, ...Object.entries({ ...params, ...shows }).map(([key, value]) => `${key}=${value}`)].join(' '),
    method,
    params: { ...EXAMPLES[method], ...params },
    shows,
    items: makesItems(methods, method, { ...EXAMPLES[method], ...params }),
  })
  return [
    ...methods.map(({ name }) => way(name)),
    way('rare-queries', {}, { link: 'user' }),
    way('rare-queries', { same: 'words' }),
    way('rare-queries', { withheld: 'tag' }, { link: 'session' }),
    way('km-deletion', {}, { link: 'session' }),
    way('secret-shares', { epoch: 'day' }, { link: 'session' }),
    ...['keywords', 'phrases', 'pairs', 'clicks'].map((items) => way('gaussian-threshold', { items })),
    way('allowlist', { items: 'phrases' }),
  ]
}

function makesItems(methods: readonly Method[], name: string, params: Readonly<Record<string, unknown>>): boolean {
  const method = methods.find((one) => one.name === name)
  return method?.makes?.(parseParams(name, method.params, params)) === 'items'
}
