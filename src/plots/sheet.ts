import { parseHTML } from 'linkedom'
import type { Drawn } from './theme.js'

/** A document to draw on where there is no browser. */
export function sheet(): object {
  return parseHTML('<!doctype html><html><body></body></html>').document
}

/** A picture as text. The one attribute that holds words of others is written here: the document leaves < as it is in attributes. */
export function svgText(drawn: Drawn): string {
  const label = drawn.getAttribute('aria-label') ?? ''
  drawn.removeAttribute('aria-label')
  const escaped = label
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return drawn.outerHTML.replace(/^<svg /, () => `<svg aria-label="${escaped}" `)
}
