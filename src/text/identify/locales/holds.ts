/** A validator of the library as a plain question. */
export function holds(validator: {
  validate(value: string): { readonly isValid: boolean }
}): (value: string) => boolean {
  return (value) => validator.validate(value).isValid
}
