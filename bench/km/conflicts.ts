/** Sets of entries from `from` to `to` that are all in conflict with one another, such that each conflict stands in one of them. */
export function* conflictCliques(
  from: number,
  to: number,
  conflict: (i: number, j: number) => boolean,
): Generator<number[]> {
  const n = to - from
  const matrix = new Uint8Array(n * n) // 1: in conflict, 2: and in a set already
  const degree = new Uint32Array(n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      if (conflict(from + i, from + j)) {
        matrix[i * n + j] = matrix[j * n + i] = 1
        degree[i]!++
        degree[j]!++
      }
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => degree[b]! - degree[a]! || a - b)
  for (const i of order)
    for (const j of order) {
      if (matrix[i * n + j] !== 1) continue
      const clique = [i, j]
      for (const c of order) if (clique.every((other) => matrix[c * n + other]! > 0)) clique.push(c)
      for (const a of clique) for (const b of clique) if (a !== b) matrix[a * n + b] = 2
      yield clique.map((c) => from + c)
    }
}
