/** What a span of text gives away about a person. The order is the order of reports. */
export const KINDS = [
  'ssn',
  'card',
  'phone',
  'email',
  'ip',
  'url',
  'address',
  'id',
  'birthdate',
  'financial',
  'digits',
  'name',
] as const

export type Kind = (typeof KINDS)[number]

/** A span of the text that was given, in UTF-16 units, end excluded. */
export interface Finding {
  readonly kind: Kind
  readonly start: number
  readonly end: number
  /** 0 to 1: how likely a careful reader would call it identifying. */
  readonly confidence: number
}

/** Detectors hand each candidate to this; whoever gave it decides what is kept. */
export type Report = (kind: Kind, start: number, end: number, confidence: number) => void
