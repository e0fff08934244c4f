import { fail } from '../../base/errors.js'

/** A package that only some need, and that they install themselves. `what` is how an address begins that needs it. */
export async function client<T>(what: string, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    return fail('usage', `reading ${what} needs the package ${name}`, `npm install ${name}`, cause)
  }
}
