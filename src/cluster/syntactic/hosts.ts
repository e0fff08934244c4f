import { NONE } from '../../log/columnar.js'

/** Host names as labels from the right: com, example, www. */
export interface Hosts {
  readonly at: Uint32Array
  readonly labels: Uint32Array
}

export function packHosts(hosts: readonly string[]): Hosts {
  const codes = new Map<string, number>()
  const split = hosts.map((host) => host.toLowerCase().split('.').reverse())
  const at = new Uint32Array(hosts.length + 1)
  for (const [i, labels] of split.entries()) at[i + 1] = (at[i] as number) + labels.length
  const labels = new Uint32Array(at[hosts.length] as number)
  for (const [i, label] of split.flat().entries()) {
    if (!codes.has(label)) codes.set(label, codes.size)
    labels[i] = codes.get(label) as number
  }
  return { at, labels }
}

/** The weight of the left-most of so many labels, where the right-most weighs 1. */
const LEAST = Float64Array.from({ length: 128 }, (_, labels) => 2 ** (1 - labels))

/**
 * [Erola13] §5.3.1.2: a weighted mean of the labels that differ, the right-most the heaviest.
 * Deviates: the denominator is 2^(m+1) - 1, with which the weights add up to 1; the source prints 2^m - 1.
 */
export function hostDistance({ at, labels }: Hosts, x: number, y: number): number {
  if (x === y) return 0
  if (x === NONE || y === NONE) return 1
  const [atX, atY] = [at[x] as number, at[y] as number]
  const [lengthX, lengthY] = [(at[x + 1] as number) - atX, (at[y + 1] as number) - atY]
  const longer = lengthX > lengthY ? lengthX : lengthY
  const shorter = lengthX > lengthY ? lengthY : lengthX
  // What both have is compared; what one lacks differs: the sum of the weights from there on.
  let [weight, sum] = [1, 0]
  for (let i = 0; i < shorter; i++, weight /= 2) if (labels[atX + i] !== labels[atY + i]) sum += weight
  const last = LEAST[longer] ?? 0
  return (sum + 2 * weight - last) / (2 - last)
}

/** The right part that all of these hosts have in common; undefined if there is none. */
export function commonHost(hosts: readonly string[]): string | undefined {
  const [first = '', ...rest] = hosts.map((host) => host.toLowerCase().split('.').reverse())
  let shared = first.length
  for (const labels of rest) {
    let same = 0
    while (same < shared && same < labels.length && labels[same] === first[same]) same++
    shared = same
  }
  return shared === 0 ? undefined : (first as string[]).slice(0, shared).reverse().join('.')
}
