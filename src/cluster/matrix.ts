/** Values between any two of n users, each pair once. */
export interface Matrix {
  readonly size: number
  readonly values: Float32Array
}

export function emptyMatrix(size: number): Matrix {
  return { size, values: new Float32Array(new SharedArrayBuffer(Math.max(1, (size * (size - 1)) / 2) * 4)) }
}

/** Where the pair (i, j) stands, i before j. */
export function pairAt(size: number, i: number, j: number): number {
  return i * size - (i * (i + 1)) / 2 + j - i - 1
}

/** The value of a pair of different users. */
export function pairValue({ size, values }: Matrix, i: number, j: number): number {
  return values[i < j ? pairAt(size, i, j) : pairAt(size, j, i)]!
}

/** Tiles of at most `side` by `side` pairs that cover one half of the matrix. */
export function tilesOf(size: number, side: number): { readonly row: number; readonly column: number }[] {
  const starts = Array.from({ length: Math.ceil(size / side) }, (_, i) => i * side)
  return starts.flatMap((row) => starts.filter((column) => column >= row).map((column) => ({ row, column })))
}

/** Puts the values of a tile in their places. */
export function putTile(
  { size, values }: Matrix,
  tile: { readonly row: number; readonly column: number },
  rows: number,
  columns: number,
  from: Float32Array,
): void {
  for (let i = 0; i < rows; i++) {
    const a = tile.row + i
    for (let j = 0; j < columns; j++) {
      const b = tile.column + j
      if (a < b) values[pairAt(size, a, b)] = from[i * columns + j]!
    }
  }
}
