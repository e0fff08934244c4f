/** Short lists of the nearest, by distance and number: distances (8 bytes each) and numbers (4 bytes each) at addresses of their own. */

/** Puts r into a list of `found`; returns how many it holds then. */
export function insert(ds: usize, rs: usize, limit: i32, found: i32, d: f64, r: i32): i32 {
  let at = found
  if (found === limit) {
    at--
    const worst = load<f64>(ds + ((<usize>at) << 3))
    if (!(d < worst || (d === worst && r < load<i32>(rs + ((<usize>at) << 2))))) return found
  }
  while (at > 0) {
    const before = load<f64>(ds + ((<usize>(at - 1)) << 3))
    const number = load<i32>(rs + ((<usize>(at - 1)) << 2))
    if (!(d < before || (d === before && r < number))) break
    store<f64>(ds + ((<usize>at) << 3), before)
    store<i32>(rs + ((<usize>at) << 2), number)
    at--
  }
  store<f64>(ds + ((<usize>at) << 3), d)
  store<i32>(rs + ((<usize>at) << 2), r)
  return found < limit ? found + 1 : limit
}
