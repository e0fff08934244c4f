import { afterAll, beforeAll } from 'vitest'
import type { Bench, Outcome, Running } from '../../support/lethe.js'
import { keyedBench } from '../../support/shares.js'
import { type Sharing, sharing } from './sharing.js'
import { questions, startTopics, type Topics } from './topics.js'

export const LOG = questions(9)

export interface Stage {
  readonly bench: Bench
  readonly from: string
  readonly to: string
  readonly share: Sharing
}

/** A broker for the tests of a file. */
export function kafkaStage() {
  let topics: Topics
  beforeAll(async () => {
    topics = await startTopics()
  })
  afterAll(() => topics.broker.stop())
  return {
    topics: () => topics,
    /** A key, a topic with a log in it, and one for its shares. */
    async stage(log: readonly (object | string)[] = LOG, partitions = 3): Promise<Stage> {
      const bench = await keyedBench()
      const [from, to] = [await topics.make(partitions), await topics.make(2)]
      await topics.put(from, log)
      return { bench, from, to, share: sharing(bench, topics) }
    },
  }
}

/** Ends a process as systemd does. */
export async function ended({ child, outcome }: Running): Promise<Outcome> {
  child.kill('SIGTERM')
  return outcome
}
