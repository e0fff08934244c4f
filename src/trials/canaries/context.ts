import type { Engine } from '../../engines/engine.js'
import type { Log } from '../../log/log.js'
import type { Random } from '../../random/random.js'
import type { Called } from '../trial.js'
import type { Claim } from './secret.js'

/** One call of the program on the planted copy: what it printed and what it left behind. */
export interface Made extends Called {
  /** What was different about this call, for the result. */
  readonly label: string
  readonly dir: string
  readonly privateDir: string
  /** Its temporary folder. */
  readonly temp: string
}

/** The planted copy, in one JSON object a line, and which of its keys are further columns to keep. */
export interface MadeLog {
  readonly path: string
  readonly extras: Readonly<Record<string, string>>
}

/** What planting and searching work with. */
export interface CanariesContext extends Claim {
  readonly engine: Engine
  readonly random: Random
  /** A private folder that goes away after. */
  readonly dir: string
  readonly log: Log
  /** No step of the plan asks for more persons than this. */
  readonly mostPersons: number
  readonly release: (log: MadeLog) => Promise<readonly Made[]>
  readonly say: (step: string) => void
}
