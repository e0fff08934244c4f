// Features of tokens [Kumar07] §3.2: rows of five on the left, a column for each feature on the right, so that two tokens are compared at once.

const COUNT: i32 = 5
/** Bytes of a row. */
export const ROW: usize = 40

/** |g(l) - g(r)|, L1. */
export function featureDistance(row: usize, column: usize, stride: usize): f64 {
  let d: f64 = 0
  for (let f: i32 = 0; f < COUNT; f++)
    d += abs(load<f64>(row + ((<usize>f) << 3)) - load<f64>(column + <usize>f * stride))
  return d
}

/** The same for this token and the next. */
export function featureDistances(row: usize, column: usize, stride: usize): v128 {
  let d = f64x2.abs(f64x2.sub(v128.load64_splat(row), v128.load(column)))
  d = f64x2.add(d, f64x2.abs(f64x2.sub(v128.load64_splat(row, 8), v128.load(column + stride))))
  d = f64x2.add(d, f64x2.abs(f64x2.sub(v128.load64_splat(row, 16), v128.load(column + 2 * stride))))
  d = f64x2.add(d, f64x2.abs(f64x2.sub(v128.load64_splat(row, 24), v128.load(column + 3 * stride))))
  return f64x2.add(d, f64x2.abs(f64x2.sub(v128.load64_splat(row, 32), v128.load(column + 4 * stride))))
}

/** [Kumar07] §3.4, feature pruning: how far the nearest `kept` of every `step`-th token are, for rows from `from` on. */
export function featureBounds(
  from: i32,
  to: i32,
  left: usize,
  columns: usize,
  stride: usize,
  width: i32,
  step: i32,
  kept: i32,
  keys: usize,
  bounds: usize,
): void {
  for (let l = from; l < to; l++) {
    let length: i32 = 0
    for (let r: i32 = 0; r < width; r += step, length++)
      store<f64>(
        keys + ((<usize>length) << 3),
        featureDistance(left + <usize>l * ROW, columns + ((<usize>r) << 3), stride),
      )
    store<f64>(bounds + ((<usize>l) << 3), smallest(keys, length, kept))
  }
}

/** The value that is the kept-th by size, by Hoare's selection. */
function smallest(keys: usize, length: i32, kept: i32): f64 {
  const wanted = kept - 1
  let low: i32 = 0
  let high = length - 1
  while (low < high) {
    const pivot = load<f64>(keys + ((<usize>((low + high) >> 1)) << 3))
    let i = low
    let j = high
    while (i <= j) {
      while (load<f64>(keys + ((<usize>i) << 3)) < pivot) i++
      while (load<f64>(keys + ((<usize>j) << 3)) > pivot) j--
      if (i > j) break
      const other = load<f64>(keys + ((<usize>i) << 3))
      store<f64>(keys + ((<usize>i) << 3), load<f64>(keys + ((<usize>j) << 3)))
      store<f64>(keys + ((<usize>j) << 3), other)
      i++
      j--
    }
    if (wanted <= j) high = j
    else if (wanted >= i) low = i
    else break
  }
  return load<f64>(keys + ((<usize>wanted) << 3))
}
