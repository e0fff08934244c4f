import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { PACKAGE_ROOT } from '../base/package-root.js'
import { setBudget } from './account.js'
import { openBook } from './ledger.js'

const { next } = scratch()
const spend = {
  kind: 'spend',
  method: 'zealous',
  neighbours: 'add-remove',
  dir: '/x',
  spend: { epsilon: 1, delta: 1e-6 },
}

test('two at once cannot both take the last of a budget', async () => {
  const dir = next('ledger')
  setBudget(openBook(dir, 'people'), { epsilon: 5, delta: 1e-3 })
  const code = `
    const { openBook } = await import('${join(PACKAGE_ROOT, 'dist/src/ledger/ledger.js')}')
    const { reserve } = await import('${join(PACKAGE_ROOT, 'dist/src/ledger/account.js')}')
    const book = openBook(process.argv[1], 'people')
    let taken = 0
    for (let i = 0; i < 5; i++) try { reserve(book, ${JSON.stringify(spend)}); taken++ } catch {}
    process.stdout.write(String(taken))`
  const taken = await Promise.all(Array.from({ length: 3 }, () => output(['--input-type=module', '-e', code, dir])))
  expect(taken.reduce((sum, text) => sum + Number(text), 0)).toBe(5)
  expect(readdirSync(join(dir, 'people')).filter((file) => !/^\d{8}\.json$/.test(file))).toEqual([])
})
function output(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return new Promise((done) => child.on('close', () => done(text)))
}
