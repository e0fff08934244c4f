/** Sorts the first n numbers. Most histories are short. */
export function sortFirst(numbers: Float64Array, n: number): void {
  if (n > 40) {
    numbers.subarray(0, n).sort()
    return
  }
  for (let i = 1; i < n; i++) {
    const one = numbers[i]!
    let j = i
    for (; j > 0 && numbers[j - 1]! > one; j--) numbers[j] = numbers[j - 1]!
    numbers[j] = one
  }
}
