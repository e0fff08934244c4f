import { emptyMatrix, type Matrix, pairAt } from '../../src/cluster/matrix.js'

/** Points on a line as a matrix of their distances. */
export function onLine(points: readonly number[]): Matrix {
  const matrix = emptyMatrix(points.length)
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      matrix.values[pairAt(points.length, i, j)] = Math.abs(points[i]! - points[j]!)
  return matrix
}
