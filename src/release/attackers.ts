/** Who attacks: what they have, and in what they pay. */
export interface AttackerKind {
  readonly has: string
  /** What an attack costs them; undefined where it costs nothing but the release. */
  readonly cost?: string
  /** How much of it a custodian fears who says nothing of that. */
  readonly usual?: number
}

export const ATTACKERS = {
  reader: { has: 'has the release alone' },
  neighbour: { has: 'knows some words or queries of a person', cost: 'terms known', usual: 3 },
  archivist: {
    has: 'has another log of the same people, or of the same search box',
    cost: 'rows of the other log',
  },
  participant: { has: 'has accounts whose rows enter the log', cost: 'accounts', usual: 10 },
  subscriber: { has: 'has this release and an earlier one of the same people', cost: 'releases' },
  insider: { has: 'has the key, or a place among those who hold shares', cost: 'what is held' },
  anyone: { has: 'knows everything but whether one person is in the log', cost: 'runs' },
} as const satisfies Readonly<Record<string, AttackerKind>>
export type Attacker = keyof typeof ATTACKERS

/** How much of its cost an attacker is taken to afford, where nothing is said. */
export function usualCost(attacker: Attacker): number | undefined {
  const { usual }: AttackerKind = ATTACKERS[attacker]
  return usual
}

/** An attacker with what they can afford, in words: a neighbour with 3 known terms. */
export function whoWith(attacker: Attacker, at: number | undefined): string {
  const who = attacker === 'anyone' ? 'anyone' : `${/^[aeiou]/.test(attacker) ? 'an' : 'a'} ${attacker}`
  if (at === undefined) return who
  const thing = attacker === 'participant' ? 'account' : 'known term'
  return `${who} with ${at} ${thing}${at === 1 ? '' : 's'}`
}
