import { spawnSync } from 'node:child_process'

/** Runs the real ssh-keygen, installed by apt-get where it is missing and we may. */
export function sshKeygen(words: readonly string[], input: string | Buffer = ''): { status: number; said: string } {
  const run = () => spawnSync('ssh-keygen', words, { input, encoding: 'utf8' })
  let done = run()
  if (done.error !== undefined && install()) done = run()
  if (done.error !== undefined)
    throw new Error('the tests need ssh-keygen: install it (apt-get install openssh-client)')
  return { status: done.status ?? -1, said: done.stdout + done.stderr }
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: 'ignore',
      timeout: 240_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const words = ['install', '-y', '--no-install-recommends', 'openssh-client']
  return apt(...words) || (apt('update') && apt(...words))
}

/** Makes a key with ssh-keygen and returns its path; the public one has .pub behind. */
export function makeKey(path: string, type: readonly string[] = ['ed25519'], passphrase = ''): string {
  const { status, said } = sshKeygen(['-q', '-t', ...type, '-N', passphrase, '-C', 'made-up@example.org', '-f', path])
  if (status !== 0) throw new Error(`ssh-keygen made no key: ${said}`)
  return path
}
