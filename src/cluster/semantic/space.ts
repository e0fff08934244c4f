import type { Space } from '../space.js'
import type { SemanticData } from './data.js'
import { type Scene, sceneOf } from './kernel.js'
import { type OpenUser, openUser } from './open-user.js'

/** From so many users on it pays to find the nearest to every category at once. */
const WIDE = 16

/** The semantic distance between users [Erola13] §5.5.1.2. */
export function semanticSpace(data: SemanticData): Space & { distance(u: number, v: number): number } {
  const totals = totalWeights(data)
  const user = openUser(data)
  let scene: Scene | undefined
  const one = new Float64Array(1)
  return {
    size: totals.length,
    block(rows, columns, out) {
      if (rows.length < WIDE) return narrow(user, totals, rows, columns, out)
      scene ??= sceneOf(data)
      wide(scene, totals, rows, columns, out)
    },
    distance(u, v) {
      narrow(user, totals, Uint32Array.of(u), Uint32Array.of(v), one)
      return one[0]!
    },
  }
}

function totalWeights({ at, weight }: SemanticData): Float64Array {
  return Float64Array.from({ length: at.length - 1 }, (_, u) => {
    let total = 0
    for (let i = at[u]!; i < at[u + 1]!; i++) total += weight[i]!
    return total
  })
}

function mean(totals: Float64Array, sum: number, u: number, v: number): number {
  const total = totals[u]! + totals[v]!
  return total === 0 ? 0 : sum / total
}

/** A few users against many: what each asks for is found on the way. */
function narrow(
  user: OpenUser,
  totals: Float64Array,
  rows: Uint32Array,
  columns: Uint32Array,
  out: Float32Array | Float64Array,
): void {
  const width = columns.length
  for (let i = 0; i < rows.length; i++) {
    user.open(rows[i]!)
    for (let j = 0; j < width; j++) out[i * width + j] = user.sum(columns[j]!)
  }
  for (let j = 0; j < width; j++) {
    user.open(columns[j]!)
    for (let i = 0; i < rows.length; i++) {
      const sum = out[i * width + j]! + user.sum(rows[i]!)
      out[i * width + j] = mean(totals, sum, rows[i]!, columns[j]!)
    }
  }
}

/** Many users against many: the kernel finds the nearest to every category at once. */
function wide(scene: Scene, totals: Float64Array, rows: Uint32Array, columns: Uint32Array, out: Float32Array): void {
  scene.enter(rows, columns)
  const [width, same] = [columns.length, sameUsers(rows, columns)]
  scene.ask(columns)
  for (let i = 0; i < rows.length; i++) out.set(scene.sums(rows[i]!), i * width)
  scene.ask(rows)
  for (let j = 0; j < width; j++) {
    const back = same ? undefined : scene.sums(columns[j]!)
    for (let i = same ? j : 0; i < rows.length; i++) {
      const [there, u, v] = [i * width + j, rows[i]!, columns[j]!]
      const sum = out[there]! + (back ? back[i]! : out[j * width + i]!)
      out[there] = u === v ? 0 : mean(totals, sum, u, v)
      if (same) out[j * width + i] = out[there]!
    }
  }
}

function sameUsers(a: Uint32Array, b: Uint32Array): boolean {
  return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length
}
