/** What entries are worth, and a person of whom any is left. */
export interface Worth {
  readonly entry: Float64Array
  readonly perPerson: number
}
