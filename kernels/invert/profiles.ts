// Profiles: rows of 32-bit floats, padded to a multiple of four, already multiplied by what each place counts for.

/** How unlike two profiles are. */
export function unlike(left: usize, right: usize, bytes: usize): f32 {
  let d = f32x4.splat(0)
  for (let i: usize = 0; i < bytes; i += 16)
    d = f32x4.add(d, f32x4.abs(f32x4.sub(v128.load(left + i), v128.load(right + i))))
  return f32x4.extract_lane(d, 0) + f32x4.extract_lane(d, 1) + (f32x4.extract_lane(d, 2) + f32x4.extract_lane(d, 3))
}

/** All of the right, for rows from `from` on. */
export function unlikeRows(
  from: i32,
  to: i32,
  left: usize,
  right: usize,
  bytes: usize,
  width: i32,
  stride: usize,
  into: usize,
): void {
  for (let l = from; l < to; l++)
    for (let r: i32 = 0; r < width; r++)
      store<f32>(
        into + <usize>l * stride + ((<usize>r) << 2),
        unlike(left + <usize>l * bytes, right + <usize>r * bytes, bytes),
      )
}
