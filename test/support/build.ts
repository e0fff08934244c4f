import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the program where its sources are newer: no test tries a stale build. */
export default function build(): void {
  const { status, stderr } = spawnSync(fileURLToPath(new URL('../../lethe', import.meta.url)), ['--version'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the program cannot be built:\n${stderr}`)
}
