import type { Guarantee, GuaranteeKind } from '../release/guarantee.js'

/** Kinds of promises as people call them, and the colour of each in pictures. */
const KINDS: Readonly<Record<GuaranteeKind, { readonly name: string; readonly colour: string }>> = {
  dp: { name: 'differential privacy', colour: 'var(--blue)' },
  'k-m': { name: 'k persons per m words', colour: 'var(--purple)' },
  'identical-users': { name: 'k identical histories', colour: 'var(--brown)' },
  'k-users-per-query': { name: 'k persons per query', colour: 'var(--green)' },
  'k-users-per-ngram': { name: 'k persons per word run', colour: 'var(--green)' },
  'threshold-reveal': { name: 'opens at t persons', colour: 'var(--pink)' },
  none: { name: 'nothing', colour: 'var(--red)' },
}

export function promiseName(guarantee: Guarantee | undefined): string {
  return KINDS[guarantee?.kind ?? 'none'].name
}

export function promiseColour(guarantee: Guarantee | undefined): string {
  return KINDS[guarantee?.kind ?? 'none'].colour
}
