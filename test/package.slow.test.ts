import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { otherNode } from './support/other-node.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()
const elsewhere = next('elsewhere')
let packed = ''

/** Calls npm with another Node in front of this machine's own. */
function npm(node: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` }
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

beforeAll(() => {
  const dir = next('packed')
  for (const each of [dir, elsewhere]) mkdirSync(each)
  npm(process.execPath, ['pack', '--pack-destination', dir], PACKAGE_ROOT)
  packed = join(dir, readdirSync(dir)[0]!)
  writeFileSync(join(elsewhere, 'package.json'), '{ "private": true, "type": "module" }')
  // The oldest Node, and nothing that asks for a newer one.
  npm(otherNode('20.19.0'), ['install', '--engine-strict', '--no-audit', '--no-fund', packed], elsewhere)
  cpSync(join(PACKAGE_ROOT, 'examples'), elsewhere, { recursive: true })
}, 600_000)

test('the package is small: no tests, no source maps, no tools', () => {
  expect(statSync(packed).size).toBeLessThan(5e6)
  const names = execFileSync('tar', ['tzf', packed], { encoding: 'utf8' })
  expect(names).toContain('package/dist/src/index.js')
  expect(names).not.toMatch(/\.map$|\.test\.|package\/(src|test|bench|kernels)\//m)
})

test('installed with all that it needs it takes at most 150 MB', () => {
  const files = readdirSync(join(elsewhere, 'node_modules'), { recursive: true, withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map((file) => statSync(join(file.parentPath, file.name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150e6)
})

test('its types are sound for who looks at all of them', () => {
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...{ types: ['node'], typeRoots: [join(PACKAGE_ROOT, 'node_modules', '@types')], outDir: 'out' },
  }
  writeFileSync(join(elsewhere, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const tsc = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: elsewhere, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})

test.each([
  ['sqlite:package.json?table=log', 'reading sqlite: needs the package node-sqlite3-wasm', 'node-sqlite3-wasm'],
  [
    'postgres://127.0.0.1/db?table=log',
    'reading postgres: needs the packages pg and pg-copy-streams',
    'pg pg-copy-streams',
  ],
  ['s3://bucket/key', 'reading s3: needs the package @aws-sdk/client-s3', '@aws-sdk/client-s3'],
])('what %s needs and only some do is asked for by name', (log, message, name) => {
  const program = join(elsewhere, 'node_modules', '.bin', 'lethe')
  const { status, stderr } = spawnSync(program, ['inspect', log], { cwd: elsewhere, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 2, stderr: `lethe: ${message}\nnpm install ${name}\n` })
})

describe.each(['20.19.0', '22', '24', '26'])('on Node %s', (version) => {
  test.each(['plain.mjs', 'out/release-and-verify.js'])('%s runs', (file) => {
    const { status, stderr } = spawnSync(otherNode(version), [file], { cwd: elsewhere, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
