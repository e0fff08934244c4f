import type { Space } from '../space.js'
import type { SemanticData } from './data.js'
import { type Scene, sceneOf } from './kernel.js'

/** From so many users on it pays to find the nearest to every category at once. */
const WIDE = 16

/**
 * The semantic distance between users [Erola13] §5.5.1.2.
 *
 * For one user the ways up from all categories are marked, each category on them with the depth of the user's least deep
 * category below. A category's nearest among the user's is then found on its own way up, and kept for whoever asks next.
 */
export function semanticSpace(data: SemanticData): Space & { distance(u: number, v: number): number } {
  const { parent, depth, at, category, weight } = data
  const [marked, least] = [new Uint32Array(parent.length), new Uint32Array(parent.length)]
  const answers = new Float64Array(2 * parent.length) // for which mark, and what: side by side in memory
  let mark = 0
  const size = at.length - 1
  const totals = Float64Array.from({ length: size }, (_, u) => {
    let total = 0
    for (let i = at[u]!; i < at[u + 1]!; i++) total += weight[i]!
    return total
  })

  function open(u: number): void {
    mark++
    for (let i = at[u]!; i < at[u + 1]!; i++) {
      const d = depth[category[i]!]!
      for (let c = category[i]!; c >= 0; c = parent[c]!) {
        if (marked[c] === mark && least[c]! <= d) break // and so it is above
        marked[c] = mark
        least[c] = d
      }
    }
  }

  /** The distance of a category to the nearest of the user who is open. */
  function nearest(c: number): number {
    if (answers[2 * c] === mark) return answers[2 * c + 1]!
    const d = depth[c]!
    let most = 0 // common generalisations as a share of all
    for (let x = c, common = d; x >= 0 && common > most * d; x = parent[x]!, common--) {
      if (marked[x] !== mark) continue
      const share = common / (d + least[x]! - common)
      if (share > most) most = share
    }
    answers[2 * c] = mark
    answers[2 * c + 1] = 1 - most
    return 1 - most
  }

  /** What is the distance of all categories of a user to those of the user who is open, each with its weight? */
  function toOpen(u: number): number {
    let sum = 0
    for (let i = at[u]!; i < at[u + 1]!; i++) sum += weight[i]! * nearest(category[i]!)
    return sum
  }

  const mean = (sum: number, u: number, v: number) => {
    const total = totals[u]! + totals[v]!
    return total === 0 ? 0 : sum / total
  }

  /** A few users against many: what each asks for is found on the way. */
  function narrow(rows: Uint32Array, columns: Uint32Array, out: Float32Array | Float64Array): void {
    const width = columns.length
    for (let i = 0; i < rows.length; i++) {
      open(rows[i]!)
      for (let j = 0; j < width; j++) out[i * width + j] = toOpen(columns[j]!)
    }
    for (let j = 0; j < width; j++) {
      open(columns[j]!)
      for (let i = 0; i < rows.length; i++) {
        const sum = out[i * width + j]! + toOpen(rows[i]!)
        out[i * width + j] = mean(sum, rows[i]!, columns[j]!)
      }
    }
  }

  let scene: Scene | undefined
  /** Many users against many: the kernel finds the nearest to every category at once. */
  function wide(rows: Uint32Array, columns: Uint32Array, out: Float32Array): void {
    scene ??= sceneOf(data)
    scene.enter(rows, columns)
    const [width, same] = [columns.length, sameUsers(rows, columns)]
    scene.ask(columns)
    for (let i = 0; i < rows.length; i++) out.set(scene.sums(rows[i]!), i * width)
    scene.ask(rows)
    for (let j = 0; j < width; j++) {
      const back = same ? undefined : scene.sums(columns[j]!)
      for (let i = same ? j : 0; i < rows.length; i++) {
        const [there, u, v] = [i * width + j, rows[i]!, columns[j]!]
        const sum = out[there]! + ((back ? back[i] : out[j * width + i]) as number)
        out[there] = u === v ? 0 : mean(sum, u, v)
        if (same) out[j * width + i] = out[there]
      }
    }
  }

  const one = new Float64Array(1)
  return {
    size,
    block: (rows, columns, out) => (rows.length < WIDE ? narrow : wide)(rows, columns, out),
    distance(u, v) {
      narrow(Uint32Array.of(u), Uint32Array.of(v), one)
      return one[0]!
    },
  }
}

function sameUsers(a: Uint32Array, b: Uint32Array): boolean {
  return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length
}
