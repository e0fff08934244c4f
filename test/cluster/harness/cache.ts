import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The user's folder for what was fetched and can be fetched again. */
export function cacheDir(): string {
  const dir = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lethe')
  mkdirSync(dir, { recursive: true })
  return dir
}

/**
 * A folder of the cache, made on first use: `make` fills another folder beside it, which takes the name only when it is whole. So a fetch that was broken off is never
 * taken for a good one, and of two that fetch at once the second finds what the first has made.
 */
export async function cached(name: string, make: (dir: string) => void | Promise<void>): Promise<string> {
  const dir = join(cacheDir(), name)
  if (existsSync(dir)) return dir
  process.stderr.write(`fetching ${name} for the tests of the cluster (first use)\n`)
  const fresh = mkdtempSync(join(cacheDir(), `.${name}-`))
  try {
    await make(fresh)
    if (!existsSync(dir)) renameSync(fresh, dir)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return dir
}

/** Throws unless a file has this digest. */
export async function checkDigest(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const found = hash.digest('hex')
  if (found !== sha256)
    throw new Error(`${path} has the digest ${found}, not ${sha256}: it was damaged on its way, or is another file`)
}

/** Runs Python's pip; the message says what is missing where there is none. */
export function pip(args: readonly string[], python = 'python3'): void {
  try {
    execFileSync(python, ['-m', 'pip', '--disable-pip-version-check', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (cause) {
    const { code, stderr } = cause as { code?: string; stderr?: Buffer }
    const said = stderr?.toString() ?? ''
    if (code === 'ENOENT' || said.includes('No module named pip'))
      throw new Error(
        'the tests of the cluster fetch Spark by pip: install Python 3 with pip and venv (apt-get install python3-pip python3-venv)',
      )
    throw new Error(`pip ${args.join(' ')} failed:\n${said.slice(-2000)}`)
  }
}
