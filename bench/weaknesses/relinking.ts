// Relinking split sessions through a text index [Adar07] §5.2, by TF-IDF and cosine.
// Only to compare a generated log with the figures known for real ones.

export interface Session {
  readonly person: number
  readonly terms: readonly string[]
}

const TOP = 100

interface Posting {
  readonly session: number
  readonly weight: number
}

/** The `TOP` highest scores among the touched sessions. */
function best(touched: readonly number[], scores: Float64Array): readonly number[] {
  if (touched.length <= TOP) return touched
  return [...touched].sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, TOP)
}

export function relink(sessions: readonly Session[]) {
  const frequency = new Map<string, number>()
  for (const { terms } of sessions)
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const index = new Map<string, Posting[]>()
  const vectors = sessions.map(({ terms }, session) => {
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    const vector = [...counts].map(([term, count]) => ({
      term,
      weight: Math.sqrt(count) * (1 + Math.log(sessions.length / ((frequency.get(term) as number) + 1))),
    }))
    const norm = Math.sqrt(vector.reduce((sum, { weight }) => sum + weight * weight, 0))
    for (const { term, weight } of vector) {
      const postings = index.get(term)
      const posting = { session, weight: weight / norm }
      if (postings === undefined) index.set(term, [posting])
      else postings.push(posting)
    }
    return vector
  })

  const bounds = [Number.POSITIVE_INFINITY, 1000, 100, 10]
  const sums = bounds.map(() => ({ total: 0, sessions: 0 }))
  const parent = Int32Array.from(sessions, (_, i) => i)
  const find = (i: number): number => {
    let at = i
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number
      at = parent[at] as number
    }
    return at
  }
  const scores = new Float64Array(sessions.length)
  vectors.forEach((vector, session) => {
    const touched: number[] = []
    for (const { term, weight } of vector)
      for (const posting of index.get(term) as Posting[]) {
        if (posting.session === session) continue
        if (scores[posting.session] === 0) touched.push(posting.session)
        scores[posting.session]! += weight * posting.weight
      }
    const { person } = sessions[session] as Session
    const results = best(touched, scores)
    const same = results.filter((other) => (sessions[other] as Session).person === person)
    for (const other of same) parent[find(other)] = find(session)
    bounds.forEach((bound, i) => {
      if (results.length === 0 || touched.length > bound) return
      const sum = sums[i] as (typeof sums)[number]
      sum.total += same.length / results.length
      sum.sessions++
    })
    for (const other of touched) scores[other] = 0
  })
  const people = new Set(sessions.map(({ person }) => person)).size
  const components = sessions.filter((_, i) => parent[i] === i).length
  return {
    sessions: sessions.length,
    selectivity: sums.map(({ total, sessions: n }) => total / n),
    components: components / people,
  }
}
