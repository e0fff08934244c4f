import { parseHTML } from 'linkedom'

/** A document to draw on where there is no browser. */
export function sheet(): object {
  return parseHTML('<!doctype html><html><body></body></html>').document
}
