import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import { makeFolders } from '../base/folders.js'
import { PACKAGE_ROOT } from '../base/package-root.js'
import type { Called } from '../trials/trial.js'

const PROGRAM = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
const LOOK_EVERY_MS = 15

/** Calls the built program in a process of its own, with a temporary folder of its own, and watches that folder. */
export async function callProgram(words: readonly string[], temp: string, signal?: AbortSignal): Promise<Called> {
  if (!existsSync(PROGRAM)) fail('internal', 'the program is not built', 'Build it: ./lethe --version.')
  makeFolders(temp, 0o700)
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A trial costs the people of the log nothing: its releases are not published.
    env: { ...process.env, LETHE_TEMP: temp, LETHE_LEDGER: join(temp, '..', 'ledger') },
    ...(signal === undefined ? {} : { signal }),
  })
  const names = new Set<string>()
  const timer = setInterval(() => {
    try {
      for (const name of readdirSync(temp, { recursive: true })) names.add(String(name))
    } catch {
      // a folder that goes away while it is listed
    }
  }, LOOK_EVERY_MS)
  try {
    const [stdout, stderr, status] = await Promise.all([
      collect(child.stdout),
      collect(child.stderr),
      new Promise<number>((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (code) => resolve(code ?? -1))
      }),
    ])
    return { status, stdout, stderr, tempNames: [...names] }
  } catch (cause) {
    return fail(signal?.aborted ? 'interrupted' : 'internal', 'the program could not be run', undefined, cause)
  } finally {
    clearInterval(timer)
  }
}

async function collect(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
