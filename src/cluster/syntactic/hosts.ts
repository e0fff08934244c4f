/** Host names as labels from the right: com, example, www. */
export interface Hosts {
  readonly at: Uint32Array
  readonly labels: Uint32Array
}

export function packHosts(hosts: readonly string[]): Hosts {
  const codes = new Map<string, number>()
  const split = hosts.map((host) => host.toLowerCase().split('.').reverse())
  const at = new Uint32Array(hosts.length + 1)
  for (const [i, labels] of split.entries()) at[i + 1] = at[i]! + labels.length
  const labels = new Uint32Array(at[hosts.length]!)
  for (const [i, label] of split.flat().entries()) {
    if (!codes.has(label)) codes.set(label, codes.size)
    labels[i] = codes.get(label)!
  }
  return { at, labels }
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
