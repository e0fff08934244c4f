import { fail } from './errors.js'

/** Packages that only some need, and that they install themselves. `what` is how an address begins that needs them. */
export async function client<T>(what: string, names: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const packages = `the ${names.length === 1 ? 'package' : 'packages'} ${names.join(' and ')}`
    return fail('usage', `reading ${what} needs ${packages}`, `npm install ${names.join(' ')}`, cause)
  }
}
