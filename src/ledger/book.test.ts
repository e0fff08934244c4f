import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { THIS_PROCESS } from '../base/process-start.js'
import { enterUnbounded, reserve, setBudget, standing } from './account.js'
import type { Entry, Line } from './entry.js'
import { DEFAULT_POPULATION, ledgerDir, openBook, populations } from './ledger.js'

const { next } = scratch()
type Spending = Line & { readonly kind: 'spend' }
const spend = (epsilon: number, delta: number, neighbours: Spending['neighbours'] = 'add-remove'): Spending => ({
  kind: 'spend',
  method: 'zealous',
  neighbours,
  dir: '/x',
  spend: { epsilon, delta },
})
const unbounded = { kind: 'unbounded', method: 'rare-queries', dir: '/x' } as const
const files = (dir: string) => readdirSync(join(dir, 'people')).sort()
const nothing = () => {}

describe('files of a book', () => {
  test('are numbered from 1, readable by their owner alone, and hold what was said and when', () => {
    const dir = next('ledger')
    const book = openBook(dir, 'people')
    const before = new Date().toISOString()
    book.add(unbounded, nothing)
    book.add(spend(1, 1e-6), nothing)
    expect(files(dir)).toEqual(['00000001.json', '00000002.json'])
    expect(statSync(join(dir, 'people')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dir, 'people', '00000001.json')).mode & 0o777).toBe(0o600)
    const text = readFileSync(join(dir, 'people', '00000001.json'), 'utf8')
    expect(text.endsWith('}\n')).toBe(true)
    const entry = JSON.parse(text) as Entry
    expect(entry).toEqual({ format: 'lethe-ledger/1', at: expect.any(String), ...unbounded })
    expect(entry.at >= before && entry.at <= new Date().toISOString()).toBe(true)
    expect(book.entries()).toEqual([entry, expect.objectContaining(spend(1, 1e-6))])
  })

  test('are read in the order of their numbers, past the ninth, and other files are none', () => {
    const dir = next('ledger')
    const book = openBook(dir, 'people')
    for (let i = 1; i <= 11; i++) book.add(spend(i, 1e-9), nothing)
    for (const odd of ['00000012.json.bak', 'x00000012.json', '0000012.json', '000000120.json', 'notes.txt'])
      writeFileSync(join(dir, 'people', odd), 'no entry')
    const epsilons = book.entries().map((entry) => (entry.kind === 'spend' ? entry.spend.epsilon : 0))
    expect(epsilons).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test('a gap does not lead to a number twice: the next is behind the last', () => {
    const dir = next('ledger')
    const book = openBook(dir, 'people')
    for (let i = 0; i < 3; i++) book.add(unbounded, nothing)
    rmSync(join(dir, 'people', '00000001.json'))
    book.add(unbounded, nothing)
    expect(files(dir)).toEqual(['00000002.json', '00000003.json', '00000004.json'])
  })

  test('who loses a number to another looks again at all that is there, and takes the next', () => {
    const dir = next('ledger')
    const [mine, theirs] = [openBook(dir, 'people'), openBook(dir, 'people')]
    const seen: number[] = []
    mine.add(spend(1, 1e-6), (before) => {
      seen.push(before.length)
      if (before.length === 0) theirs.add(unbounded, nothing) // between the look and the link
    })
    expect(seen).toEqual([0, 1])
    expect(mine.entries().map(({ kind }) => kind)).toEqual(['unbounded', 'spend'])
    expect(files(dir)).toEqual(['00000001.json', '00000002.json']) // no draft stays
  })

  test('drafts of runs that were killed go with the next line, those of runs under way stay', () => {
    const dir = next('ledger')
    const book = openBook(dir, 'people')
    book.add(unbounded, nothing)
    const [dead, alive] = ['.draft-2147483646-1-0123456789ab', `.draft-${THIS_PROCESS}-0123456789ab`]
    for (const draft of [dead, alive]) writeFileSync(join(dir, 'people', draft), '{')
    book.add(unbounded, nothing)
    expect(files(dir)).toEqual([alive, '00000001.json', '00000002.json'])
  })

  test('a line that is refused leaves nothing', () => {
    const dir = next('ledger')
    const refuse = () => {
      throw new Error('no')
    }
    expect(() => openBook(dir, 'people').add(unbounded, refuse)).toThrow('no')
    expect(files(dir)).toEqual([])
  })

  test('an entry of another version, or of none, is not passed over', () => {
    for (const text of ['{"format":"lethe-ledger/2","kind":"unbounded"}', '{}']) {
      const dir = next('ledger')
      openBook(dir, 'people').add(unbounded, nothing)
      writeFileSync(join(dir, 'people', '00000002.json'), text)
      expect(() => openBook(dir, 'people').entries()).toThrow(
        expect.objectContaining({ code: 'refused', message: expect.stringMatching(/0002\.json .*another version/) }),
      )
    }
  })

  test('an entry that is no JSON is not passed over, and it is said what to do', () => {
    const dir = next('ledger')
    openBook(dir, 'people').add(unbounded, nothing)
    writeFileSync(join(dir, 'people', '00000002.json'), '{"format":"lethe-led')
    expect(() => openBook(dir, 'people').entries()).toThrow(
      expect.objectContaining({
        code: 'refused',
        message: expect.stringMatching(/0002\.json .*cannot be read/),
        next: expect.stringContaining('Repair it'),
      }),
    )
  })

  test('a book that nobody has written to is empty', () => {
    const dir = next('ledger')
    expect(openBook(dir, 'people').entries()).toEqual([])
    mkdirSync(dir, { recursive: true })
    expect(openBook(dir, 'people').entries()).toEqual([])
  })

  test('a ledger that is no folder can neither be read nor written', () => {
    const file = next('file')
    writeFileSync(file, '')
    const book = openBook(file, 'people')
    expect(() => book.entries()).toThrow(
      expect.objectContaining({ code: 'output', message: expect.stringContaining('cannot be read') }),
    )
    expect(() => book.add(unbounded, nothing)).toThrow(
      expect.objectContaining({
        code: 'output',
        message: expect.stringContaining('cannot be made'),
        next: expect.stringContaining('--ledger'),
      }),
    )
  })

  test('a book that cannot be written says so', () => {
    const dir = next('ledger')
    openBook(dir, 'people').add(unbounded, nothing)
    const moved = () => rmSync(join(dir, 'people'), { recursive: true }) // gone between the look and the link
    expect(() => openBook(dir, 'people').add(unbounded, moved)).toThrow(
      expect.objectContaining({ code: 'output', message: expect.stringContaining('cannot be written') }),
    )
  })
})

describe('names', () => {
  test.each(['people', 'p', '_x', '9', 'Ärzte', 'a.b-c_d', 'a'.repeat(80)])('%s is one', (name) => {
    expect(openBook(next('ledger'), name).population).toBe(name)
  })

  test.each(['', '.', '..', '.a', '-a', 'a/b', 'a b', 'a\n', 'a'.repeat(81), '../a', 'a\\b'])('%j is none', (name) => {
    expect(() => openBook(next('ledger'), name)).toThrow(expect.objectContaining({ code: 'usage' }))
  })

  test('populations are the folders of a ledger, sorted; where there is none, there are none', () => {
    const dir = next('ledger')
    expect(populations(dir)).toEqual([])
    for (const name of ['zoo', 'art', 'people']) mkdirSync(join(dir, name), { recursive: true })
    writeFileSync(join(dir, 'a-file'), '')
    expect(populations(dir)).toEqual(['art', 'people', 'zoo'])
    expect(DEFAULT_POPULATION).toBe('default')
  })
})

describe('where ledgers are', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('named, else LETHE_LEDGER, else the folder for state, else that of the home', () => {
    vi.stubEnv('LETHE_LEDGER', '/by/variable')
    vi.stubEnv('XDG_STATE_HOME', '/state')
    expect(ledgerDir('/named')).toBe('/named')
    expect(ledgerDir()).toBe('/by/variable')
    vi.stubEnv('LETHE_LEDGER', '')
    expect(ledgerDir()).toBe('/state/lethe/ledger')
    vi.stubEnv('XDG_STATE_HOME', '')
    expect(ledgerDir()).toBe(join(homedir(), '.local', 'state', 'lethe', 'ledger'))
  })
})

describe('how a population stands', () => {
  const at = (...lines: readonly Line[]) =>
    standing(
      'people',
      lines.map((line) => ({ format: 'lethe-ledger/1', at: '', ...line }) as Entry),
    )
  const budget = (epsilon: number, delta: number): Line => ({ kind: 'budget', budget: { epsilon, delta } })

  test('before anything was released', () => {
    expect(at()).toEqual({
      population: 'people',
      releases: 0,
      unbounded: 0,
      neighbours: 'add-remove',
      basic: { epsilon: 0, delta: 0 },
      spent: { epsilon: 0, delta: 0, by: 'basic' },
      budget: undefined,
    })
    expect(at(budget(1, 1e-6), unbounded)).toMatchObject({
      releases: 0,
      unbounded: 1,
      budget: { epsilon: 1, delta: 1e-6 },
    })
  })

  test('releases are counted by kind, and the last budget is the one', () => {
    expect(at(budget(1, 1e-6), spend(1, 1e-7), unbounded, unbounded, budget(5, 1e-5))).toMatchObject({
      releases: 1,
      unbounded: 2,
      basic: { epsilon: 1, delta: 1e-7 },
      spent: { epsilon: 1 },
      budget: { epsilon: 5, delta: 1e-5 },
    })
  })

  test('replacing a person is said only if every release hides that', () => {
    expect(at(spend(1, 0, 'replace'), spend(1, 0, 'replace')).neighbours).toBe('replace')
    expect(at(spend(1, 0, 'replace'), spend(1, 0)).neighbours).toBe('add-remove')
    expect(at(unbounded, spend(1, 0, 'replace')).neighbours).toBe('replace')
  })

  test('at the delta of the budget, or without one at twice what was spent', () => {
    const many = Array.from({ length: 100 }, () => spend(0.05, 1e-9))
    expect(at(...many).spent).toMatchObject({ by: 'advanced', delta: expect.closeTo(2e-7, 12) })
    expect(at(budget(9, 1e-5), ...many).spent).toMatchObject({ delta: 1e-5 })
    expect(at(budget(9, 1e-5), ...many).spent.epsilon).toBeLessThan(at(...many).spent.epsilon)
  })

  test('reserving says how it stands afterwards, with or without a budget', () => {
    const book = openBook(next('ledger'), 'people')
    expect(reserve(book, spend(1, 1e-6))).toMatchObject({ population: 'people', releases: 1, budget: undefined })
    expect(setBudget(book, { epsilon: 2, delta: 1e-5 })).toMatchObject({
      releases: 1,
      budget: { epsilon: 2, delta: 1e-5 },
    })
    expect(reserve(book, spend(1, 1e-6))).toMatchObject({ releases: 2 })
    expect(enterUnbounded(openBook(next('ledger'), 'others'), unbounded)).toMatchObject({
      population: 'others',
      unbounded: 1,
    })
  })
})

describe('a refusal', () => {
  const refusal = (most: number, spent: readonly Spending[], asked: Spending) => {
    const book = openBook(next('ledger'), 'people')
    setBudget(book, { epsilon: most, delta: 1e-6 })
    for (const one of spent) reserve(book, one)
    try {
      reserve(book, asked)
    } catch (error) {
      expect(book.entries()).toHaveLength(1 + spent.length)
      return error as Error & { code: string; next: string }
    }
    throw new Error('it was not refused')
  }

  test('says what was spent, of how much, and where it would lead, in few digits', () => {
    const error = refusal(1, [spend(1 / 3, 1e-7)], spend(0.7, 1e-7))
    expect(error).toMatchObject({ code: 'refused', next: expect.stringContaining('does not come back') })
    expect(error.message).toBe(
      'the population people has spent epsilon = 0.3333 of 1 (delta = 1e-6), and this release would take it to 1.033',
    )
    expect(refusal(0.0005, [], spend(1, 0)).message).toContain('epsilon = 0 of 5e-4 (')
    expect(refusal(0.001, [], spend(1, 0)).message).toContain('of 0.001 (')
    expect(refusal(9, [], spend(1, 1)).message).toContain('take it to more than any')
  })

  test('comes above the budget, not at it: sums of doubles are not held against anyone', () => {
    const book = openBook(next('ledger'), 'people')
    setBudget(book, { epsilon: 0.3, delta: 1e-6 })
    for (let i = 0; i < 3; i++) reserve(book, spend(0.1, 0)) // 0.30000000000000004
    expect(() => reserve(book, spend(1e-9, 0))).toThrow(/would take it to 0\.3/)
    const exact = openBook(next('ledger'), 'people')
    setBudget(exact, { epsilon: 1, delta: 1e-6 })
    expect(reserve(exact, spend(1 + 1e-12, 0)).releases).toBe(1)
  })

  test('of a release that no epsilon bounds says what to do', () => {
    const book = openBook(next('ledger'), 'people')
    setBudget(book, { epsilon: 1, delta: 1e-6 })
    expect(() => enterUnbounded(book, unbounded)).toThrow(
      expect.objectContaining({
        code: 'refused',
        message: expect.stringContaining('the population people has a budget'),
        next: expect.stringContaining('differentially private'),
      }),
    )
    expect(book.entries()).toHaveLength(1)
  })
})
