import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** The package that a harness asks a registry for, with its version and the registry. */
export function peerVersion(name: string): string {
  const folder = join(PACKAGE_ROOT, 'bench', 'peers', name)
  const python = join(folder, 'requirements.txt')
  if (existsSync(python))
    return `${readFileSync(python, 'utf8')
      .trim()
      .replace(/\[.*\]/, '')
      .replace('==', ' ')} (PyPI)`
  const [, version] = new RegExp(`${name} = "=(.*)"`).exec(readFileSync(join(folder, 'Cargo.toml'), 'utf8')) ?? []
  return `${name} ${version} (crates.io)`
}
