import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bench } from './lethe.js'

export type Asked = readonly (readonly [person: string, query: string])[]

export const HEAD = 'user\tquery\ttime\n'
export const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}`
export const rows = (n: number, asked: Asked) =>
  asked.map(([who, query]) => `${who}\t${query}\t${day(n)} 08:00:00\n`).join('')
export const people = (query: string, from: number, to: number): Asked =>
  Array.from({ length: to - from }, (_, i) => [`u${from + i}`, query] as const)

/** Noise of less than one in so many persons: what comes out can be told beforehand. */
export const COUNTS = [
  '--method',
  'gaussian-threshold',
  '--epsilon',
  '60',
  '--delta',
  '1e-3',
  '--out-format',
  'tsv',
] as const

export interface Added {
  readonly done: boolean
  readonly period: string
  readonly released: number
  readonly empty: boolean
  readonly threshold: number
  readonly missed: readonly string[]
  readonly outside: number
  readonly warnings: readonly string[]
  readonly guarantee: { readonly sentence: string }
  readonly ledger: { readonly releases: number }
  readonly differences: readonly { readonly since: string; readonly appeared: number; readonly attributable: number }[]
}

/** A bench with one series, `s`, of a population `them`. */
export class Series extends Bench {
  log(n: number, asked: Asked, name = `${day(n)}.tsv`): string {
    return this.file(name, HEAD + rows(n, asked))
  }
  init(...more: readonly string[]) {
    return this.lethe(['series', 'init', 's', '--population', 'them', '--every', 'day', '--ledger', 'books', ...more])
  }
  add(n: number, asked: Asked): Promise<Added> {
    const named = asked.length === 0 ? ['--period', day(n)] : [] // nothing tells the period of nothing
    return this.json<Added>('series', 'add', 's', this.log(n, asked), ...named)
  }
  refused(...words: readonly string[]) {
    return this.lethe(['series', 'add', 's', ...words])
  }
  counts(n: number): Record<string, number> {
    const [, ...lines] = readFileSync(this.path(`s/${day(n)}/data.tsv`), 'utf8')
      .trimEnd()
      .split('\n')
    return Object.fromEntries(lines.map((line) => line.split('\t')).map(([item, count]) => [item, Number(count)]))
  }
  bytes(n: number): string {
    const dir = this.path(`s/${day(n)}`)
    return readdirSync(dir)
      .map((file) => readFileSync(join(dir, file), 'utf8'))
      .join('\n')
  }
}
