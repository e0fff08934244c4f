import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keyedBench } from '../../support/shares.js'
import { sharing } from './sharing.js'
import { kafkaStage } from './stage.js'

const ROUNDS = 25
const PER_ROUND = 3000
const HOUR = 3_600_000
const { topics } = kafkaStage()

/** Question q is asked by at most q + 1 persons, so that some stay closed whatever is done. */
const rowsOf = (round: number) =>
  Array.from({ length: PER_ROUND }, (_, i) => ({
    user: `p${(round * 7 + i * 13) % (1 + (i % 60))}`,
    q: `Question ${i % 60}`,
    at: `2026-03-01 ${10 + (round % 10)}:00:00`,
  }))

test(`${2 * ROUNDS} kills at random: what opens is what a clean run opens, and files hold each row once`, async () => {
  const bench = await keyedBench()
  const share = sharing(bench, topics())
  const [from, to, clean] = [await topics().make(3), await topics().make(2), await topics().make(2)]
  let killed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const lives = ['hours', to].map(async (place) => {
      const { child, outcome } = share.start(from, place)
      await wait(800 + Math.random() * 3200)
      child.kill('SIGKILL')
      const { status, stderr } = await outcome
      expect({ status, stderr }).toMatchObject({ status: 137 })
      killed++
    })
    await wait(Math.random() * 1500)
    await topics().put(from, rowsOf(round), Date.UTC(2026, 2, 1, 10) + Math.floor(round / 5) * HOUR)
    await Promise.all(lives)
  }
  await Promise.all([share.drain(from, 'hours'), share.drain(from, to), share.drain(from, clean)])

  const [once, atLeastOnce, files] = [await share.open(clean), await share.open(to), await share.openFolder('hours')]
  expect(once.rows).toBe(ROUNDS * PER_ROUND)
  expect(once.opened).toBeGreaterThan(50)
  expect(once.opened).toBeLessThan(once.tags)
  expect({ ...files, seconds: 0 }).toEqual({ ...once, seconds: 0 })
  const { tags, opened, rejected, damaged } = once
  expect(atLeastOnce).toMatchObject({ tags, opened, rejected, damaged })
  expect(Object.keys(atLeastOnce.queries).sort()).toEqual(Object.keys(once.queries).sort())
  const distinct = async (topic: string) => [...new Set(await topics().values(topic))].sort()
  expect(await distinct(to)).toEqual(await distinct(clean))
  process.stderr.write(`${killed} kills; ${atLeastOnce.rows - once.rows} of ${once.rows} rows were written twice\n`)
}, 600_000)
