import { sample } from '../../src/cluster/partition.js'
import { seededRandom } from '../../src/random/seeded.js'
import { cosine, scaled, type Vector } from './vectors.js'

const ROUNDS = 10

/** k-means over directions: the nearest centre has the greatest cosine. */
export function kMeansOf(vectors: readonly Vector[], k: number): number[] {
  const first = sample(vectors.length, Math.min(k, vectors.length), seededRandom(1))
  let centres = Array.from(first, (i) => vectors[i]!)
  let labels: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const next = vectors.map((vector) => nearest(vector, centres))
    if (next.every((label, i) => label === labels[i])) break
    labels = next
    centres = centres.map((before, c) => middle(vectors.filter((_, i) => labels[i] === c)) ?? before)
  }
  return labels
}

function nearest(vector: Vector, centres: readonly Vector[]): number {
  let [best, found] = [-1, 0]
  centres.forEach((centre, c) => {
    const like = cosine(vector, centre)
    if (like > best) [best, found] = [like, c]
  })
  return found
}

function middle(members: readonly Vector[]): Vector | undefined {
  if (members.length === 0) return undefined
  const sum = new Map<string, number>()
  for (const member of members) for (const [term, weight] of member) sum.set(term, (sum.get(term) ?? 0) + weight)
  return scaled(sum)
}
