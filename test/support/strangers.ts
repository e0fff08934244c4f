import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Something on loopback that counts who comes. It never answers: whoever asks has already told too much. */
export async function listener(): Promise<{ readonly port: number; readonly came: () => number }> {
  let came = 0
  const server = createTcp((socket) => {
    came++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  return { port: (server.address() as AddressInfo).port, came: () => came }
}

/** A search engine that answers every question with one result, and remembers the questions. */
export async function answering(): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('["http://found.example"]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

const LOOKS = [
  ...['openSync', 'readFileSync', 'createReadStream', 'statSync', 'lstatSync', 'existsSync', 'readdirSync'],
  ...['accessSync', 'open', 'readFile', 'stat', 'copyFileSync', 'realpathSync'],
] as const

/** Runs something and tells which paths with a word in them it looked at, in this process. */
export async function lookedAt(word: string, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const all = fs as unknown as Record<string, (...args: unknown[]) => unknown>
  const before = Object.fromEntries(LOOKS.map((name) => [name, all[name]!]))
  for (const [name, real] of Object.entries(before))
    all[name] = Object.assign((...args: unknown[]) => {
      if (String(args[0]).includes(word)) seen.push(String(args[0]))
      return real.apply(fs, args)
    }, real)
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(all, before)
    syncBuiltinESMExports()
  }
  return seen
}

/** Makes the checksums of a release fit again, as a forger would. */
export function reseal(dir: string): void {
  const digest = (file: string) =>
    createHash('sha256')
      .update(fs.readFileSync(join(dir, file)))
      .digest('hex')
  const files = fs.readdirSync(dir).filter((file) => file !== 'SHA256SUMS')
  fs.writeFileSync(join(dir, 'SHA256SUMS'), files.map((file) => `${digest(file)}  ${file}\n`).join(''))
}
