import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsOf, GUIDES } from '../support/guides.js'
import { Bench } from '../support/lethe.js'
import { sharedStage, someLog } from './stage.js'

const on = sharedStage()
const PAGES = GUIDES.filter((page) => commandsOf(page, 'sh cluster') !== '')

test('there is a guide that needs a cluster', () => expect(PAGES).not.toEqual([]))

test.each(PAGES)(
  'every command of %s that needs a cluster works',
  async (page) => {
    const { cluster } = on()
    const bucket = join(cluster.shared, 'logs', '2026')
    mkdirSync(bucket, { recursive: true })
    await someLog(join(bucket, 'part.parquet'))
    const commands = commandsOf(page, 'sh cluster')
      .replaceAll('sc://spark:15002', cluster.url)
      .replaceAll('s3a://', `file://${cluster.shared}/`)
    const { status, stderr } = await new Bench().bash(`set -e\n${commands}`)
    expect({ status, stderr }).toMatchObject({ status: 0 })
  },
  900_000,
) // all commands of a page one after the other
