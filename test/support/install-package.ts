import { spawnSync } from 'node:child_process'

/** Installs a package of Debian, where we may. */
export function installPackage(name: string): void {
  if (process.getuid?.() !== 0) return
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: 'ignore',
      timeout: 240_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  if (apt('install', '-y', '--no-install-recommends', name).status === 0) return
  apt('update')
  apt('install', '-y', '--no-install-recommends', name)
}
