import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import type { PeerStatus } from '../../src/peer/node/status.js'
import type { Place } from './peers.js'

/** A peer in a process of its own, started by the command line. */
export interface PeerProcess {
  readonly child: ChildProcess
  readonly url: string
  status(): Promise<PeerStatus>
  /** What it wrote to standard error. */
  said(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export async function startProcess(place: Place, template: string, more: readonly string[] = []): Promise<PeerProcess> {
  const { home, listen, from } = place
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
  const words = [
    'peer',
    'start',
    '--home',
    home.dir,
    '--search',
    template,
    '--from',
    from,
    '--listen',
    listen,
    '--port',
    '0',
  ]
  const child = spawn(process.execPath, [main, ...words, '--json', ...more], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    let out = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.trimEnd().endsWith('}')) resolve(JSON.parse(out))
    })
    void ended.then((code) => reject(new Error(`the peer ended with ${code}: ${said}`)))
  })
  return {
    child,
    url,
    status: async () => (await (await fetch(`${url}/status?format=json`)).json()) as PeerStatus,
    said: () => said,
    stop(signal = 'SIGTERM') {
      if (child.exitCode === null) child.kill(signal)
      return ended
    },
  }
}
