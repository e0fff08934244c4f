import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { makeCertificate } from './certificate.js'
import { installPackage } from './install-package.js'

/** A PostgreSQL server of our own, on loopback, with the user `lethe`. */
export interface PostgresServer {
  /** Its address with the password, and without a question. */
  readonly url: string
  readonly port: number
  /** Where its socket is. */
  readonly dir: string
  /** The file of its certificate, which it signed itself. */
  readonly cert: string
  query(sql: string): Promise<void>
  /** Waits until somebody copies rows out of it. */
  copying(): Promise<void>
  /** Ends it at once, as a crash would. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server in a folder of its own; it refuses to be root, and is then the user that its package made. */
export async function startPostgres(password: string): Promise<PostgresServer> {
  const bin = found() ?? installed()
  const dir = mkdtempSync(join(tmpdir(), 'lethe-postgres-'))
  const as = unprivileged()
  const passwordFile = join(dir, 'password')
  writeFileSync(passwordFile, password)
  const { key, cert } = makeCertificate(dir)
  for (const path of [dir, passwordFile, key, cert]) if (as.uid !== undefined) chownSync(path, as.uid, as.gid ?? as.uid)
  const data = join(dir, 'data')
  const init = [
    '-D',
    data,
    '-U',
    'lethe',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  ]
  execFileSync(join(bin, 'initdb'), init, { ...as, cwd: dir, stdio: 'ignore' })
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: dir, fsync: 'off' }
  const secure = { ssl: 'on', ssl_key_file: key, ssl_cert_file: cert }
  const flags = Object.entries({ ...settings, ...secure }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { server, url, port } = await listening((free) => ({
    server: spawn(join(bin, 'postgres'), ['-D', data, '-p', String(free), ...flags], {
      ...as,
      cwd: dir,
      stdio: 'ignore',
    }),
    url: `postgres://lethe:${password}@127.0.0.1:${free}/postgres`,
  }))
  const end = async (signal: NodeJS.Signals) => {
    await ended(server, signal)
    rmSync(dir, { recursive: true, force: true })
  }
  return {
    ...{ url, port, dir, cert },
    query: (sql) => asked(url, sql),
    copying: () => copying(url),
    crash: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
  }
}

interface Started {
  readonly server: ChildProcess
  readonly url: string
}

/** Started on a free port, and once more where somebody else took it in between. */
async function listening(start: (port: number) => Started): Promise<Started & { readonly port: number }> {
  for (let tries = 0; ; tries++) {
    const port = await freePort()
    const started = start(port)
    try {
      await answering(started.url, started.server)
      return { ...started, port }
    } catch (cause) {
      if (tries === 2 || started.server.exitCode === null) throw cause
    }
  }
}

const PLACES = '/usr/lib/postgresql'

function found(): string | undefined {
  const versions = existsSync(PLACES) ? readdirSync(PLACES).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(PLACES, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

function installed(): string {
  installPackage('postgresql')
  const bin = found()
  if (bin === undefined) throw new Error('the tests need PostgreSQL: install it (apt-get install postgresql)')
  return bin
}

function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const COPYING = `SELECT 1 / count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'COPY%'`

async function copying(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const seen = await asked(url, COPYING).then(
      () => true,
      () => false, // none: a division by zero
    )
    await wait(100)
    if (seen) return
  }
  throw new Error('nobody copied anything within 30 seconds')
}

async function asked(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await asked(url, 'SELECT 1')
    } catch (cause) {
      if (tries === 200 || server.exitCode !== null) throw cause
      await wait(100)
    }
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
}
