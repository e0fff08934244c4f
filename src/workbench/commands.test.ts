import { expect, test } from 'vitest'
import { adviceCommand, logWords, quoted, releaseCommand } from './commands.js'

const at = { logs: ['log.tsv'], input: { format: 'tsv', columns: { user: 'who', query: 'what' } } } as const

test('one step is told by its flags, several or a tuned one as a plan that is written first', () => {
  const one = { steps: [{ method: 'rare-queries', params: { k: 5, hostK: 3 } }], shows: { link: 'user' } } as const
  expect(releaseCommand(at, one, false, { dir: 'shared', by: "J. O'Neil", reason: 'agreed' })).toBe(
    "lethe release rare-queries log.tsv --format tsv --columns user=who,query=what --k 5 --host-k 3 --link user -o shared --signed-off-by 'J. O'\\''Neil' --reason agreed",
  )
  expect(releaseCommand(at, one, true)).toBe(
    `echo '{"tuned":true,"steps":[{"method":"rare-queries","k":5,"hostK":3}],"link":"user"}' > plan.json\nlethe release --plan plan.json log.tsv --format tsv --columns user=who,query=what -o DIR`,
  )
  const off = { steps: [{ method: 'km-deletion', params: { k: 5, optimise: false, hosts: true } }], shows: {} }
  expect(releaseCommand(at, off, false)).toContain('--k 5 --no-optimise --hosts')
})

test('nothing of a name reaches a shell as anything but a word', () => {
  expect(quoted('$(rm -rf ~)')).toBe("'$(rm -rf ~)'")
  expect(quoted("a'b`c")).toBe("'a'\\''b`c'")
  expect(quoted('a\u202eb\nc')).toBe("$'a\\U0000202eb\\U0000000ac'")
  expect(logWords({ logs: ['-rf.tsv'], input: {} })).toBe('./-rf.tsv')
  expect(logWords({ logs: ['a b;c.tsv'], input: {} })).toBe("'a b;c.tsv'")
})

test('wishes become flags', () => {
  const fears = [
    { attacker: 'reader', limit: 0.01 },
    { attacker: 'participant', at: 10, limit: 0.1 },
  ] as const
  expect(adviceCommand('compared', { fears, needs: ['rows', 'host'], task: 'clicks', minUse: 0.2 })).toBe(
    'lethe recommend -o compared --fear reader,participant:10 --max-risk reader:0.01,participant:0.1 --need rows,host --task clicks --min-use 0.2',
  )
  expect(adviceCommand('compared', { fears: [], needs: [], task: 'clicks', minUse: 0 })).toContain('--fear none --task')
})
