import { number, percent } from '../base/format.js'

/** Names of figures as they stand in JSON, and how people call them. Others are taken apart into words. */
const NAMES: Readonly<Record<string, string>> = {
  logSize: 'words',
  terms: 'distinct words',
  users: 'persons',
  original: 'log',
  released: 'release',
  usersWithUnique: 'persons with a query of their own',
  unique: 'of one person alone',
  rl: 'linked, in per cent',
  pel: 'exposed, in per cent',
  mrr: 'mean reciprocal rank',
  il: 'information loss',
}

/** Figures that are shares of a whole, by their last name. */
const SHARES = new Set([
  'unique',
  'usersWithUnique',
  'ratio',
  'covered',
  'precision',
  'recall',
  'success',
  'accuracy',
  'share',
])
const SHARES_OF_KEPT = new Set(['rows', 'users', 'queries', 'terms', 'logSize', 'clicks'])

/** A path of figures in words: original.shared[users=3].rows -> log, shared by 3 persons: rows. */
export function figureName(path: string): string {
  return path
    .split(/\.(?![\d])/)
    .map(partName)
    .filter((part) => part !== '')
    .join(', ')
}

function partName(part: string): string {
  const [, name = part, key, value] = /^(.*?)\[(?:(\w+)=)?([^\]]*)\]$/.exec(part) ?? []
  const words = Object.hasOwn(NAMES, name) ? NAMES[name]! : apart(name)
  if (value === undefined) return words
  if (key === undefined) return `${words} ${Number(value) + 1}`
  return `${words} (${Object.hasOwn(NAMES, key) ? NAMES[key] : apart(key)} ${value})`
}

/** camelCase and kebab-case as words. */
function apart(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, '$1$3 $2$4')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
}

/** A figure for people: shares as percentages, counts in full, anything else with three digits. */
export function figureText(of: string, path: string, value: number): string {
  const last = path.split('.').at(-1)!.replace(/\[.*$/, '')
  const first = path.split('.')[0]!
  if ((of === 'kept' && SHARES_OF_KEPT.has(path)) || SHARES.has(last) || first === 'covered') return percent(value)
  if (Number.isInteger(value)) return number(value)
  return Math.abs(value) < 0.001 ? value.toExponential(1) : String(Number(value.toPrecision(3)))
}

/** Does a figure only repeat the number by which its entry of a list is named? */
export function namesItself(path: string): boolean {
  const [, key, last] = /\[(\w+)=[^\]]*\]\.(\w+)$/.exec(path) ?? []
  return key !== undefined && key === last
}
