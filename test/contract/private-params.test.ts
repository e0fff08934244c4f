import { describe, expect, test } from 'vitest'
import { loadAttacks } from '../../src/attacks/index.js'
import { flagOf, GIVEN, type OwnParams, type Param, PRIVATE_TEXTS } from '../../src/base/params.js'
import { loadMeasures } from '../../src/measures/index.js'
import { loadMethods } from '../../src/methods/index.js'
import { derive, readyStep } from '../../src/plans/derive.js'
import { ownSteps, promisedSteps } from '../../src/plans/foreign.js'
import { isPrivate, recorded, shownParams } from '../../src/plans/private-params.js'
import { DEFAULT_COLUMNS } from '../../src/release/columns.js'
import type { Step } from '../../src/release/manifest.js'
import { asStep } from '../../src/run/steps.js'
import { loadTrials } from '../../src/trials/index.js'
import { EXAMPLES, WITH_PRIVATE } from './examples.js'

const methods = await loadMethods()
const all = [...methods, ...(await loadAttacks()), ...(await loadMeasures()), ...(await loadTrials())]
const texts = all.flatMap(({ name, params }) =>
  Object.entries(params as Record<string, Param>).flatMap(([key, param]) =>
    param.type === 'text' ? [{ name, key, param }] : [],
  ),
)
const PLAIN = ['LIST', 'COLUMN', 'ZONE', 'LENGTH', 'DAYS', 'DAY']
const SUSPICIOUS_NAME =
  /url|uri|api|server|address|file|path|folder|dir|key|token|secret|password|knowledge|credential/i
const SUSPICIOUS_HELP = /\b(files?|folders?|paths?|urls?|address(es)?|servers?|https?|dumps?|passwords?|secrets?)\b/i

const SECRET = 's3cr3t-made-up'
const VALUES: Readonly<Record<string, string>> = {
  URL: `http://user:${SECRET}@search.example/${SECRET}?key=${SECRET}&q={query}`,
  FILE: `/srv/${SECRET}/list.tsv`,
  DIR: `/srv/${SECRET}/release`,
  KEY: `/srv/${SECRET}/key`,
  KNOWLEDGE: `table:/srv/${SECRET}/tree.tsv`,
}

describe('kinds of text parameters, over all methods, attacks, measures and trials', () => {
  test('there are some, and each is of a known kind', () => {
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter(({ param }) => ![...PLAIN, ...PRIVATE_TEXTS].includes(param.is))).toEqual([])
  })

  test('none that speaks of a file, an address or a key is a plain one', () => {
    const plain = texts.filter(({ param }) => PLAIN.includes(param.is))
    const odd = plain.filter(({ key, param }) => SUSPICIOUS_NAME.test(key) || SUSPICIOUS_HELP.test(param.help))
    // Looked at by a person: the kinds of identifying data that its help lists include addresses and URLs.
    expect(odd.map(({ name, key }) => `${name} ${flagOf(key)}`)).toEqual(['scrub --kinds'])
  })

  test('a default names nothing outside the package', () => {
    expect(texts.filter(({ param }) => isPrivate(param, param.default)).map(({ key }) => key)).toEqual([])
  })

  test('a word that comes with the package passes; nothing that begins like it does', () => {
    const param = { type: 'text', is: 'KNOWLEDGE', help: '' } as const
    expect(isPrivate(param, 'wordnet')).toBe(false)
    for (const value of [
      'wordnet ',
      'Wordnet',
      'wordnet/../x',
      'table:wordnet',
      'odp:wordnet',
      '',
      GIVEN,
      ['wordnet'],
      7,
    ])
      expect(isPrivate(param, value)).toBe(true)
    for (const is of PRIVATE_TEXTS.filter((kind) => kind !== 'KNOWLEDGE'))
      expect(isPrivate({ type: 'text', is, help: '' }, 'wordnet')).toBe(true)
  })
})

test('every private parameter of a method is in the example of its method', () => {
  const found = Object.fromEntries(
    methods
      .map(
        ({ name, params }) =>
          [
            name,
            Object.entries(params)
              .filter(([, param]) => param.type === 'text' && isPrivate(param, ''))
              .map(([key]) => key)
              .sort(),
          ] as const,
      )
      .filter(([, keys]) => keys.length > 0),
  )
  const stated = Object.entries(WITH_PRIVATE).map(([name, params]) => [name, Object.keys(params).sort()])
  expect(found).toEqual(Object.fromEntries(stated))
})

const cases = Object.entries(WITH_PRIVATE).flatMap(([name, params]) =>
  Object.entries(params).map(([key, more]) => {
    const method = methods.find((one) => one.name === name)!
    const { is } = method.params[key] as { is: string }
    return { name, key, method, value: VALUES[is]!, params: { ...EXAMPLES[name], ...more, [key]: VALUES[is] } }
  }),
)

describe.each(cases)('$name $key', ({ name, key, method, value, params }) => {
  const foreign = (given: unknown) => [{ method: name, params: { ...params, [key]: given } } as unknown as Step]
  const promise = (steps: Parameters<typeof derive>[0]) =>
    derive(
      steps,
      method.makes?.(steps[0]!.params) === 'items'
        ? DEFAULT_COLUMNS
        : { ...DEFAULT_COLUMNS, ...method.shows?.(steps[0]!.params) },
      [],
      'user',
    )

  test.each([
    ['as a value', value],
    ['as given', GIVEN],
    ['as something else', ['x']],
  ])('is not taken from a manifest, %s: refused, with the flag to use', async (_, given) => {
    await expect(ownSteps(foreign(given))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(flagOf(key)),
      next: expect.stringContaining(`--with ${flagOf(key).slice(2)}=`),
    })
  })

  test('is taken from the custodian', async () => {
    const [step] = await ownSteps(foreign(value), { [key]: 'my own' })
    expect(step).toEqual({ method: name, params: { ...params, [key]: 'my own' } })
    await expect(ownSteps(foreign(value), { [key]: 'my own', other: 'x' })).rejects.toMatchObject({ code: 'usage' })
  })

  test('is not told by the manifest, its promise or its numbers', () => {
    const ready = readyStep(method, params as OwnParams)
    const step = asStep(ready)
    expect(step.params[key]).toEqual(GIVEN)
    const told = JSON.stringify([step, promise([ready]), method.derived?.(ready.params), method.warns?.(ready.params)])
    expect(told).not.toContain(SECRET)
  })

  test('the promise is the same where it is only said to be given, and where 0.1.0 wrote it down', async () => {
    const meant = promise([readyStep(method, params as OwnParams)])
    expect(promise(await promisedSteps(foreign(GIVEN)))).toEqual(meant)
    expect(promise(await promisedSteps(foreign(value)))).toEqual(meant)
  })

  test('a plan that says only that it was given is refused', () => {
    expect(() => readyStep(method, { ...params, [key]: GIVEN } as OwnParams)).toThrow(flagOf(key))
  })

  test("the custodian's record names a place; of an address whose it is, and no more", () => {
    const [{ value: place }] = recorded(method.params, { [key]: value }) as unknown as [{ value: string }]
    if (value === VALUES.URL) expect(place).toBe('http://search.example')
    else expect(place).toBe(value)
  })
})

test('what is no parameter is not told: it may be one that was misspelt', () => {
  const { params } = methods.find(({ name }) => name === 'sessions')!
  expect(shownParams(params, { split: 'daily', resultApi: VALUES.URL })).toEqual({ split: 'daily', resultApi: GIVEN })
})

test('types keep the steps of a manifest from being run as they are', () => {
  const step = { method: 'scrub', params: {} } as unknown as Step
  // @ts-expect-error what a manifest says is not the custodian's own
  const own: OwnParams = step.params
  // @ts-expect-error nor is a copy of it
  const copy: OwnParams = { ...step.params }
  expect([own, copy]).toEqual([{}, {}])
})
