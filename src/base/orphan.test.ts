import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from './package-root.js'

const BUILT = pathToFileURL(join(PACKAGE_ROOT, 'dist', 'src', 'base', 'orphan.js'))

test('a process whose main thread is busy ends all the same once the one that started it is gone', async () => {
  const busy = `import { endWithParent } from '${BUILT}'
    endWithParent()
    process.stdout.write(String(process.pid))
    setTimeout(() => { for (;;); }, 300)`
  const starts = `import { spawn } from 'node:child_process'
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(busy)}], { stdio: 'inherit' })`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starts], { stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = await new Promise<string>((resolve) => parent.stdout.once('data', (text) => resolve(String(text).trim())))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(existsSync(`/proc/${pid}`)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 20_000 }).toBe(false)
})
