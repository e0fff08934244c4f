// Numbers of any closeness as whole numbers of 2^-places, for draws that must not depend on rounding. All results are off by less than 2^-(places - 40), for
// arguments below 2^16.

/** e^(-n/d), n/d from 0 on. */
export function expMinus(n: bigint, d: bigint, places: number): bigint {
  // Halved until it is small; the result is squared as often, which doubles what it is off by each time.
  const halvings = Math.max(0, (n / d).toString(2).length) + 8
  const work = places + halvings + 16
  const one = 1n << BigInt(work)
  const x = (n << BigInt(work - halvings)) / d
  let [term, sum] = [one, one]
  for (let k = 1n; term !== 0n; k++) {
    term = -((term * x) >> BigInt(work)) / k
    sum += term
  }
  for (let i = 0; i < halvings; i++) sum = (sum * sum) >> BigInt(work)
  return sum >> BigInt(work - places)
}

/** sqrt(2 pi v). */
export function rootOfTwoPi(v: bigint, places: number): bigint {
  const work = places + 16
  return root((2n * pi(work) * v) << BigInt(work)) >> 16n
}

/** The whole part of the square root. */
export function root(square: bigint): bigint {
  if (square < 2n) return square
  let guess = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (guess + square / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

/** Machin: pi = 16 arctan(1/5) - 4 arctan(1/239). */
export function pi(places: number): bigint {
  const work = places + 16
  return (16n * arctanOf(5n, work) - 4n * arctanOf(239n, work)) >> 16n
}

function arctanOf(inverse: bigint, places: number): bigint {
  let term = (1n << BigInt(places)) / inverse
  let sum = term
  for (let k = 3n; term !== 0n; k += 2n) {
    term = -term / (inverse * inverse)
    sum += term / k
  }
  return sum
}
