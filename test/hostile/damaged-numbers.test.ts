import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measure } from '../../src/run/measure.js'
import { forged } from '../support/forge.js'
import { honestReleases } from '../support/honest.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

test('a count that is no number is damage of the release, and no fault of ours', async () => {
  const honest = honestReleases(next)
  const dir = forged(await honest.of('items'), next('damaged'), (_, to) => {
    const path = join(to, 'data.tsv')
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0]}\nweather\tx\n`)
  })
  await expect(measure([honest.log], dir, { only: ['kept'] })).rejects.toMatchObject({ code: 'input' })
})
