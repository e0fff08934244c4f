import { fail } from '../base/errors.js'

/** A plan or grid as text, JSON or YAML. What YAML would only warn of, on the terminal and in its own words, is refused. */
export async function parseText(text: string, label: string): Promise<unknown> {
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text)
    } catch (cause) {
      fail('input', `${label} is neither JSON nor YAML`, 'Check its syntax.', cause)
    }
  }
  const { parseDocument } = await import('yaml')
  try {
    const document = parseDocument(text)
    const [wrong] = [...document.errors, ...document.warnings]
    if (wrong) throw wrong
    return document.toJS() as unknown
  } catch (cause) {
    fail('input', `${label} is neither JSON nor YAML`, 'Check its syntax; tags of YAML are not taken.', cause)
  }
}
