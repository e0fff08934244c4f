import { type CategoryCounts, categorySpace } from './categories.js'
import { greedyPairs } from './greedy.js'
import { emptyMatrix, type Matrix, putTile, tilesOf } from './matrix.js'
import { aroundMatrix, type Centroid, mdav, type Nearest, nearest, type Partition } from './mdav.js'
import type { SemanticData } from './semantic/data.js'
import { semanticSpace } from './semantic/space.js'
import type { Space } from './space.js'
import type { SyntacticData } from './syntactic/data.js'
import { syntacticSpace } from './syntactic/space.js'

/** Users of a kind of space, as arrays that threads share. */
export type Population =
  | { readonly kind: 'syntactic'; readonly data: SyntacticData }
  | { readonly kind: 'semantic'; readonly data: SemanticData }
  | { readonly kind: 'categories'; readonly data: CategoryCounts }

/** A piece of work on a population that one thread does. */
export type Task =
  | {
      /** The values of a tile of the matrix between some users. */
      readonly work: 'tile'
      readonly value: 'distance' | 'similarity'
      readonly users: Uint32Array
      readonly matrix: Matrix
      readonly row: number
      readonly column: number
    }
  | { readonly work: 'row'; readonly user: number; readonly others: Uint32Array }
  | { readonly work: 'nearest'; readonly user: number; readonly others: Uint32Array; readonly k: number }
  | { readonly work: 'partition'; readonly users: Uint32Array; readonly k: number; readonly centroid: Centroid }

export type Done = Float32Array | Nearest | Partition | undefined

/** Sides of the tiles in which matrices are made. */
export const SIDES = { syntactic: 64, semantic: 2048, categories: 512 } as const

/** Does tasks on a population, one after the other. */
export function worker(population: Population): (task: Task) => Promise<Done> {
  const space = spaceOf(population)
  const side = SIDES[population.kind]
  let tile = new Float32Array(0)

  function fillTile(
    users: Uint32Array,
    matrix: Matrix,
    at: { readonly row: number; readonly column: number },
    value: 'distance' | 'similarity',
  ): void {
    const [rows, columns] = [users.subarray(at.row, at.row + side), users.subarray(at.column, at.column + side)]
    if (tile.length < rows.length * columns.length) tile = new Float32Array(rows.length * columns.length)
    if (value === 'similarity') space.similarities?.(rows, columns, tile)
    else space.block(rows, columns, tile)
    putTile(matrix, at, rows.length, columns.length, tile)
  }

  function row(user: number, others: Uint32Array): Float32Array {
    const out = new Float32Array(others.length)
    space.block(Uint32Array.of(user), others, out)
    return out
  }

  /** Distances from a user, who comes first whoever else is at no distance. */
  function from(user: number, others: Uint32Array): (other: number, limit: number, i: number) => number {
    const { within } = space
    if (within) return (other, limit) => (other === user ? -1 : within(user, other, limit))
    const all = row(user, others)
    return (other, _, i) => (other === user ? -1 : all[i]!)
  }

  return async (task) => {
    switch (task.work) {
      case 'tile':
        fillTile(task.users, task.matrix, task, task.value)
        return undefined
      case 'row':
        return row(task.user, task.others)
      case 'nearest':
        return nearest(task.others, task.k, from(task.user, task.others))
      case 'partition': {
        const matrix = emptyMatrix(task.users.length)
        const value = comparedBy(population.kind)
        for (const at of tilesOf(task.users.length, side)) fillTile(task.users, matrix, at, value)
        return partitionMatrix(population.kind, matrix, task.k, task.centroid)
      }
    }
  }
}

/** What the partitioner of a kind of space goes by. */
export function comparedBy(kind: Population['kind']): 'distance' | 'similarity' {
  return kind === 'categories' ? 'similarity' : 'distance'
}

/** Groups by all values at hand: MDAV on distances, greedy pairs on what users have in common. */
export async function partitionMatrix(
  kind: Population['kind'],
  matrix: Matrix,
  k: number,
  centroid: Centroid = 'medoid',
): Promise<Partition> {
  return kind === 'categories' ? greedyPairs(matrix, k) : mdav(aroundMatrix(matrix, centroid), k)
}

function spaceOf(population: Population): Space {
  switch (population.kind) {
    case 'syntactic':
      return syntacticSpace(population.data)
    case 'semantic':
      return semanticSpace(population.data)
    case 'categories':
      return categorySpace(population.data)
  }
}
