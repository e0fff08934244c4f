import type { Random } from '../random/random.js'
import { blocksOf } from './blocks.js'
import { emptyMatrix, type Matrix, pairValue, tilesOf } from './matrix.js'
import { type Centroid, mdav, type Partition } from './mdav.js'
import { openPool, type Pool } from './pool.js'
import { aroundSample } from './sampled-centre.js'
import { numbers, shared } from './space.js'
import { comparedBy, type Population, partitionMatrix, SIDES } from './task.js'

/** Beyond so many users all distances do not fit in memory, and take too long. */
const EXACT_UP_TO = 20_000
/** Users in a block of the approximate mode: what a distance costs decides. */
const BLOCK = { syntactic: 1000, semantic: 4000, categories: 4000 } as const
/** Microseconds for one distance, about: whether threads pay. */
const COST = { syntactic: 12, semantic: 0.2, categories: 0.2 } as const
/** Users of the sample on which the approximation is held against the exact partition, and blocks that it is cut into. */
const SAMPLE = 1500
const SAMPLE_BLOCKS = 8

export interface PartitionOptions {
  readonly k: number
  readonly threads: number
  readonly random: Random
  readonly signal?: AbortSignal | undefined
  /** What MDAV takes for the centroid; *sample*: the user nearest to a sample. */
  readonly centroid?: 'exact' | 'sample' | 'average'
  /** For tests and measurements: other limits. */
  readonly exactUpTo?: number
  readonly block?: number
}

export interface Partitioned {
  readonly groups: Partition
  readonly approximate: boolean
  /** Mean distance within groups on a sample, exact and by blocks. */
  readonly loss?: { readonly users: number; readonly exact: number; readonly blocks: number }
}

/** Cuts a population into groups of k or more like users. */
export async function partition(
  population: Population,
  size: number,
  { k, threads, random, ...options }: PartitionOptions,
): Promise<Partitioned> {
  const {
    exactUpTo = EXACT_UP_TO,
    block = Math.max(BLOCK[population.kind], 4 * k),
    centroid: asked = 'exact',
  } = options
  const centroid = asked === 'average' ? 'average' : 'medoid'
  const pairs = size <= exactUpTo ? (size * size) / 2 : size * block
  const pool = openPool(population, (pairs * COST[population.kind]) / 1e6 > 2 ? threads : 1, options.signal)
  try {
    const users = numbers(0, size)
    if (size > exactUpTo) {
      const groups = await byBlocks(pool, users, block, { k, centroid }, random)
      return { groups, approximate: true, loss: await lossOf(pool, population, size, { k, centroid }, random) }
    }
    if (asked === 'sample' && population.kind !== 'categories')
      return { groups: await mdav(aroundSample(pool, size, random), k), approximate: false }
    return { groups: await exact(pool, population, users, { k, centroid }), approximate: false }
  } finally {
    await pool.close()
  }
}

/** The matrix between some users, made in tiles. */
export async function matrixOf(
  pool: Pool,
  kind: Population['kind'],
  users: Uint32Array,
  value: 'distance' | 'similarity' = 'distance',
): Promise<Matrix> {
  const matrix = emptyMatrix(users.length)
  const tiles = tilesOf(users.length, SIDES[kind])
  const those = shared({ users }).users // one copy for all threads
  await Promise.all(tiles.map((tile) => pool.run({ work: 'tile', value, users: those, matrix, ...tile })))
  return matrix
}

interface Wanted {
  readonly k: number
  readonly centroid: Centroid
}

async function exact(
  pool: Pool,
  population: Population,
  users: Uint32Array,
  { k, centroid }: Wanted,
): Promise<Partition> {
  const matrix = await matrixOf(pool, population.kind, users, comparedBy(population.kind))
  const groups = await partitionMatrix(population.kind, matrix, k, centroid)
  return groups.map((group) => group.map((i) => users[i]!))
}

async function byBlocks(
  pool: Pool,
  users: Uint32Array,
  block: number,
  wanted: Wanted,
  random: Random,
): Promise<Partition> {
  const blocks = await blocksOf(pool, users, block, random)
  const parts = await Promise.all(
    blocks.map(async (members) => {
      const groups = (await pool.run({ work: 'partition', users: members, ...wanted })) as Partition
      return groups.map((group) => group.map((i) => members[i]!))
    }),
  )
  return parts.flat()
}

/** What blocks cost: both ways on a sample of users, the same sample for both. */
async function lossOf(
  pool: Pool,
  population: Population,
  size: number,
  wanted: Wanted,
  random: Random,
): Promise<{ users: number; exact: number; blocks: number }> {
  const count = Math.min(size, Math.max(SAMPLE, 8 * wanted.k))
  const users = sample(size, count, random)
  const matrix = await matrixOf(pool, population.kind, users)
  const place = new Map([...users].map((user, i) => [user, i]))
  const spread = (groups: Partition) => meanWithin(matrix, groups, place)
  return {
    users: count,
    exact: spread(await exact(pool, population, users, wanted)),
    blocks: spread(await byBlocks(pool, users, Math.ceil(count / SAMPLE_BLOCKS), wanted, random)),
  }
}

/** Different users, in order. */
export function sample(size: number, count: number, random: Random): Uint32Array {
  const all = numbers(0, size)
  for (let i = 0; i < count; i++) {
    const j = i + random.below(size - i)
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all.slice(0, count).sort()
}

/** The mean distance between two users of a group. */
function meanWithin(matrix: Matrix, groups: Partition, place: ReadonlyMap<number, number>): number {
  let [sum, pairs] = [0, 0]
  for (const group of groups) {
    for (let i = 0; i < group.length; i++) {
      for (let j = 0; j < i; j++, pairs++) sum += pairValue(matrix, place.get(group[i]!)!, place.get(group[j]!)!)
    }
  }
  return pairs === 0 ? 0 : sum / pairs
}
