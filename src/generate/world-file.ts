import { readFileSync } from 'node:fs'
import { fail } from '../base/errors.js'
import { WEB_1, type WorldParameters } from './parameters.js'
import { WORLDS } from './worlds.js'

/** Checks what a world file says against the parameters there are. */
export function parseWorld(text: string, file: string): Partial<WorldParameters> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    fail('input', `${file} is not JSON`, 'A world file is a JSON object with numbers of the world to change.', cause)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail('input', `${file} is not a JSON object`, 'A world file is a JSON object with numbers of the world to change.')
  for (const [key, given] of Object.entries(value)) {
    const known = (WEB_1 as unknown as Record<string, unknown>)[key]
    const fits = Array.isArray(known)
      ? Array.isArray(given) && given.every((item) => typeof item === 'string')
      : typeof given === typeof known && (typeof given !== 'number' || (Number.isFinite(given) && given >= 0))
    if (known === undefined)
      fail('input', `${file}: there is no parameter "${key}"`, `There are ${Object.keys(WEB_1).join(', ')}.`)
    if (!fits) fail('input', `${file}: "${key}" does not have a sensible value`)
  }
  return value as Partial<WorldParameters>
}

/** The world of that name, or in that file. */
export function loadWorld(nameOrFile: string): Partial<WorldParameters> {
  if (Object.hasOwn(WORLDS, nameOrFile)) return { name: nameOrFile }
  let text: string
  try {
    text = readFileSync(nameOrFile, 'utf8')
  } catch (cause) {
    fail(
      'usage',
      `no world of that name, and no such file: ${nameOrFile}`,
      `Use ${Object.keys(WORLDS).join(', ')} or a JSON file.`,
      cause,
    )
  }
  return parseWorld(text, nameOrFile)
}
