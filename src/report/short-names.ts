/** Numbers by which people name settings, whether or not others have the same. */
const ALWAYS = new Set(['k', 't', 'm', 'epsilon'])

/**
 * Labels without what is the same in all settings of their kind: zealous epsilon=1 delta=0.00001 perUser=20 -> zealous epsilon=1. Where two would
 * be called the same they keep their labels.
 */
export function shortNames(labels: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, Set<string>>()
  const place = (label: string, nth: number) => `${nth} ${label.replace(VALUE, '=')}`
  for (const label of labels)
    for (const [nth, [, value = '']] of [...label.matchAll(VALUE)].entries()) {
      const key = place(label, nth)
      values.set(key, (values.get(key) ?? new Set()).add(value))
    }
  const short = (label: string) => {
    let nth = -1
    // What is shown beside the text stands behind a comma, and makes another kind of release.
    return label.replace(PARAMETER, (whole, key: string) => {
      nth++
      return ALWAYS.has(key) || (values.get(place(label, nth))?.size ?? 0) > 1 ? whole : ''
    })
  }
  const names = labels.map((label) => [label, short(label)] as const)
  const taken = new Map<string, Set<string>>()
  for (const [label, name] of names) taken.set(name, (taken.get(name) ?? new Set()).add(label))
  return new Map(names.map(([label, name]) => [label, taken.get(name)!.size > 1 ? label : name]))
}

const VALUE = /=([^\s,]*)/g
const PARAMETER = /(?<!,) ([\w-]+)=[^\s,]*/g

/** Labels that differ in their numbers alone, as one: rare-queries k=5/10/30. */
export function together(labels: readonly string[]): string[] {
  const groups = new Map<string, string[][]>()
  for (const label of labels) {
    const key = label.replace(NUMBER, '#')
    groups.set(key, [...(groups.get(key) ?? []), label.match(NUMBER) ?? []])
  }
  return [...groups].map(([key, numbers]) => {
    let at = 0
    return key.replace(/(?<==)#/g, () => {
      const values = [...new Set(numbers.map((row) => row[at]))]
      at++
      return values.join('/')
    })
  })
}

const NUMBER = /(?<==)\d[\d.e-]*/g
