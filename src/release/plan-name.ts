/** What a plan may be called: a manifest repeats it, so it must not be a sentence or look like a name that it is not. */
export function isPlanName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(value)
}
