import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/**
 * A harness in Python with the packages that it needs, installed into a scratch folder that is kept for the next run: from the lines of a text to what it tells as
 * JSON. Undefined, with a word, where they cannot be had.
 */
export function pythonPeer(name: string): ((input: string) => Record<string, number>) | undefined {
  const source = join(PACKAGE_ROOT, 'bench', 'peers', name)
  const scratch = join(tmpdir(), 'lethe-bench', `python-${name}`)
  const python = join(scratch, 'bin', 'python')
  if (!existsSync(join(scratch, 'installed'))) {
    process.stderr.write(`installing ${name} (minutes)\n`)
    mkdirSync(scratch, { recursive: true })
    const steps = [
      ['python3', '-m', 'venv', scratch],
      [python, '-m', 'pip', 'install', '--quiet', '-r', join(source, 'requirements.txt')],
      [python, '-c', `open('${join(scratch, 'installed')}', 'w').close()`],
    ] as const
    const failed = steps.some(
      ([command, ...args]) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0,
    )
    if (failed) {
      rmSync(scratch, { recursive: true, force: true })
      process.stderr.write(`${name} cannot be had: it needs Python with venv, and its package registry\n`)
      return undefined
    }
  }
  return (input) => {
    const ran = spawnSync(python, [join(source, 'main.py')], {
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (ran.status !== 0) throw new Error(`the harness of ${name} failed`)
    return JSON.parse(ran.stdout) as Record<string, number>
  }
}
