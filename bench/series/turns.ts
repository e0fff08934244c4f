import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** All that a series is: nothing of it knows that it was elsewhere for a while. */
const PARTS = ['series', 'series.private', 'keys', 'ledger'] as const

/**
 * The series as it stood after its first window, kept beside the one that goes on: additions to both are timed in turns, so that whatever else the machine does weighs on
 * both alike.
 */
export class Early {
  private readonly base: string

  constructor(base: string) {
    this.base = base
    // A run that was stopped while the early one was in place.
    if (existsSync(join(base, 'late'))) this.back()
  }

  get isKept(): boolean {
    return existsSync(join(this.base, 'early'))
  }

  keep(): void {
    const draft = join(this.base, 'early.draft')
    for (const part of PARTS) cpSync(join(this.base, part), join(draft, part), { recursive: true })
    renameSync(draft, join(this.base, 'early'))
  }

  /** Does something while the early series is where the other one is otherwise. */
  async inPlace<T>(work: () => Promise<T>): Promise<T> {
    this.move('', 'late')
    this.move('early', '')
    try {
      return await work()
    } finally {
      this.back()
    }
  }

  private back(): void {
    const { base } = this
    // Whatever lies in its place while the other one is aside is of the early one.
    for (const part of PARTS)
      if (existsSync(join(base, 'late', part))) {
        if (existsSync(join(base, part))) this.movePart(part, '', 'early')
        this.movePart(part, 'late', '')
      }
  }

  private move(from: string, to: string): void {
    for (const part of PARTS) this.movePart(part, from, to)
  }

  private movePart(part: string, from: string, to: string): void {
    mkdirSync(join(this.base, to), { recursive: true })
    renameSync(join(this.base, from, part), join(this.base, to, part))
  }
}
