import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { Bench } from './support/lethe.js'
import { sshKeygen } from './support/ssh-keygen.js'

const guides = readdirSync(join(PACKAGE_ROOT, 'docs', 'guides')).map((file) => `docs/guides/${file}`)

/** Everything in a page that is marked as shell. */
function commandsOf(page: string): string {
  const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]).join('\n')
}

beforeAll(() => {
  sshKeygen(['-?']) // a guide needs it: installed, or missed clearly
})

test.each(['README.md', ...guides])(
  'every command of %s works',
  async (page) => {
    const commands = commandsOf(page)
    expect(commands).toMatch(/lethe /)
    const { status, stderr } = await new Bench().bash(`set -e\n${commands}`)
    expect({ status, stderr }).toMatchObject({ status: 0 })
  },
  240_000,
)

test('every link within the pages leads somewhere', () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', ...guides]) {
    const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+?)\)/g)) {
      if (/^https?:/.test(target)) continue
      expect(existsSync(join(PACKAGE_ROOT, page, '..', target)), `${target} in ${page}`).toBe(true)
    }
  }
})
