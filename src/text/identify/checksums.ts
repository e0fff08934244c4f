/** ISO/IEC 7812-1, annex B. */
export function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    let value = digits.charCodeAt(digits.length - 1 - i) - 48
    if (i % 2 === 1) value = value > 4 ? value * 2 - 9 : value * 2
    sum += value
  }
  return sum % 10 === 0
}

function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) sum += (digits.charCodeAt(i) - 48) * weights[i % weights.length]!
  return sum
}

/** Routing numbers of US banks: weights 3 7 1, a multiple of 10. */
export function routing(nine: string): boolean {
  return nine !== '000000000' && weighted(nine, [3, 7, 1]) % 10 === 0
}

/** UPC-A (12 digits), EAN-13 and the like: weights 3 and 1 from the right. */
export function ean(digits: string): boolean {
  return weighted(digits.padStart(14, '0'), [3, 1]) % 10 === 0
}

/** ISBN of ten characters, the last may be x. */
export function isbn10(ten: string): boolean {
  let sum = 0
  for (let i = 0; i < 10; i += 1) sum += (10 - i) * (ten[i] === 'x' ? 10 : ten.charCodeAt(i) - 48)
  return sum % 11 === 0
}

/** ISO 13616: the first four characters moved to the end, letters as 10 to 35, remainder 1 by 97. */
export function iban(compact: string): boolean {
  let rest = 0
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97
  }
  return rest === 1
}

// 49 CFR 565: what a letter of a vehicle identification number is worth, a to z; i, o and q do not occur.
const VIN_VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 7, 0, 9, 2, 3, 4, 5, 6, 7, 8, 9]
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The ninth character of a North American vehicle number checks the others. */
export function vin(seventeen: string): boolean {
  let sum = 0
  for (let i = 0; i < 17; i += 1) {
    const code = seventeen.charCodeAt(i)
    sum += VIN_WEIGHTS[i]! * (code > 57 ? VIN_VALUES[code - 97]! : code - 48)
  }
  return 'x' === seventeen[8] ? sum % 11 === 10 : String(sum % 11) === seventeen[8]
}

/** UPS: the fifteen characters after 1z, letters counted from a = 2, odd places plain and even places twice. */
export function ups(eighteen: string): boolean {
  let sum = 0
  for (let i = 2; i < 17; i += 1) {
    const code = eighteen.charCodeAt(i)
    const value = code > 57 ? (code - 95) % 10 : code - 48
    sum += i % 2 === 0 ? value : 2 * value
  }
  return String((10 - (sum % 10)) % 10) === eighteen[17]
}

/** FedEx, twelve digits: weights 3 1 7 over the first eleven, remainder by 11, then by 10. */
export function fedex12(twelve: string): boolean {
  return (weighted(twelve.slice(0, 11), [3, 1, 7]) % 11) % 10 === Number(twelve[11])
}

/** Postal items abroad (UPU S10): eight digits, weights 8 6 4 2 3 5 9 7, by 11. */
export function s10(nine: string): boolean {
  const rest = 11 - (weighted(nine.slice(0, 8), [8, 6, 4, 2, 3, 5, 9, 7]) % 11)
  return Number(nine[8]) === (rest === 10 ? 0 : rest === 11 ? 5 : rest)
}
