import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cached, pip } from './cache.js'
import { startGuarded } from './guarded.js'
import { freePort, listening } from './ports.js'

const VERSION = '0.7.2'

/** A server that speaks Spark's protocol in one process without Java and is there at once. It has no TRANSFORM. */
export interface Sail {
  /** sc://127.0.0.1:PORT */
  readonly url: string
  /** A folder that it sees; gone with it. */
  readonly shared: string
  stop(): Promise<void>
}

/** Starts one; it ends with this process at the latest. */
export async function startSail(): Promise<Sail> {
  const venv = await sailHome()
  const dir = mkdtempSync(join(tmpdir(), 'lethe-sail-'))
  const port = await freePort()
  const command = [join(venv, 'bin', 'python'), '-m', 'pysail', 'spark', 'server', '--ip', '127.0.0.1']
  const server = await startGuarded('sail', dir, [...command, '--port', String(port)])
  const stop = async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await listening(port)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { url: `sc://127.0.0.1:${port}`, shared: dir, stop }
}

function sailHome(): Promise<string> {
  return cached(`sail-${VERSION}`, (dir) => {
    try {
      execFileSync('python3', ['-m', 'venv', dir], { stdio: 'pipe' })
    } catch {
      throw new Error(
        'the tests of the cluster need Python 3 with venv and pip (apt-get install python3-pip python3-venv)',
      )
    }
    pip(['install', '--only-binary', ':all:', `pysail==${VERSION}`], join(dir, 'bin', 'python'))
  })
}
