import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Hono } from 'hono'
import { fail } from '../base/errors.js'
import { PACKAGE_ROOT } from '../base/package-root.js'
import type { Look } from './api.js'

const SOURCES = join(PACKAGE_ROOT, 'workbench')
const BUILT = join(SOURCES, 'dist')
const VITE = join(PACKAGE_ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Builds the page where this is a checkout and its sources are newer than it; a package has it built. */
export async function builtPage(say: (line: string) => void): Promise<void> {
  if (isFresh()) return
  if (!existsSync(VITE))
    fail('internal', 'the page of the workbench is not built', 'Install what builds it: npm install.')
  say('building the page of the workbench (first call)')
  const draft = `${BUILT}-${process.pid}` // two starts at once build beside each other
  const out = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'error', '--outDir', draft], {
      cwd: SOURCES,
      env: { ...process.env, NODE_ENV: 'production' }, // whoever starts it may be a test
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1))
  })
  if (out !== 0) fail('internal', 'the page of the workbench could not be built', 'See what the builder says above.')
  swapIn(draft)
}

/** Puts a page that was built in its place, unless another start was first. */
function swapIn(draft: string): void {
  const old = `${draft}-old`
  if (!isFresh()) {
    if (existsSync(BUILT)) renameSync(BUILT, old)
    renameSync(draft, BUILT)
  }
  for (const left of [draft, old]) rmSync(left, { recursive: true, force: true })
}

/** Is the built page newer than all that it is made of? Without sources it is what there is. */
function isFresh(): boolean {
  const built = statSync(join(BUILT, 'index.html'), { throwIfNoEntry: false })
  if (!existsSync(join(SOURCES, 'src')))
    return built !== undefined || fail('internal', 'the package has no page of the workbench', 'Install it again.')
  if (built === undefined) return false
  const files = [
    join(SOURCES, 'src'),
    join(PACKAGE_ROOT, 'src', 'plots'),
    join(PACKAGE_ROOT, 'src', 'report'),
    join(PACKAGE_ROOT, 'src', 'workbench', 'likely.ts'),
    join(SOURCES, 'vite.config.ts'),
    join(SOURCES, 'index.html'),
  ]
  return files.every((path) => newest(path) <= built.mtimeMs)
}

function newest(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** The files of the page, as they are built: nothing else can be asked for. */
export function pageRoutes(app: Hono, look: () => Look): void {
  const files = new Map<string, Buffer>()
  for (const name of readdirSync(BUILT, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(BUILT, name)).isFile()) files.set(`/${name}`, readFileSync(join(BUILT, name)))
  app.get('*', (context) => {
    const path = context.req.path.replace(/^\/[0-9a-f]+/, '')
    const name = path === '/' ? '/index.html' : path
    const file = files.get(name)
    if (file === undefined) return context.text('There is nothing here.', 404)
    context.header('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream')
    if (extname(name) !== '.html') return context.body(new Uint8Array(file))
    return context.body(file.toString('utf8').replace('<html ', `<html data-look="${look()}" `))
  })
}
