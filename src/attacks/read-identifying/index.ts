import { countOf } from '../../engines/sql.js'
import { findIdentifying } from '../../knowledge/find-identifying.js'
import { chooseLocales } from '../../knowledge/guess-locales.js'
import { KINDS, LOCALE_CODES } from '../../text/identify/index.js'
import { defineAttack, type Guesses } from '../attack.js'
import { hashedTexts, noTexts, shownTexts } from '../texts.js'

const params = {
  locale: {
    type: 'text',
    is: 'LIST',
    help: `languages and countries to look for, with commas: ${LOCALE_CODES.join(', ')} (default: guessed from the texts, en where they do not tell)`,
  },
} as const

interface Identified extends Guesses {
  /** (value, kinds, masked): shown texts in which something stands. */
  readonly found: string
  readonly texts: number
}

/**
 * Reads the release itself for names, addresses, numbers and whatever else identifies somebody, as `lethe scan` does a log. It finds what scan finds: where
 * scrub went before, by the same rules, what is left is what neither knows.
 */
export default defineAttack<typeof params, Identified>({
  name: 'read-identifying',
  summary: 'read identifying data that is left in shown texts, as scan finds it',
  paper: { key: 'Kumar07', title: 'On Anonymizing Query Logs via Token-based Hashing, section 4' },
  attacker: 'reader',
  params,
  needs: [],
  scoresAlone: true,
  fits: (seen) => noTexts(seen) ?? hashedTexts(seen),
  async run(seen, { locale }, on) {
    const { engine, threads } = on
    const { shown } = await shownTexts(seen, on)
    const { codes } = await chooseLocales(engine, shown, 'text', locale)
    const found = await findIdentifying(engine, shown, 'text', { threads, locales: codes })
    return {
      guesses: await countOf(engine, found),
      table: { table: found, columns: ['value', 'kinds'] },
      found,
      texts: await countOf(engine, shown),
    }
  },
  async score({ found, texts }, _truth, _params, { engine }) {
    const kinds: Record<string, number> = {}
    for (const kind of KINDS) {
      const n = await countOf(engine, `${found} WHERE contains(kinds, ',${kind},')`)
      if (n > 0) kinds[kind] = n
    }
    return { texts, identifying: await countOf(engine, found), kinds }
  },
  risk: (scored) => {
    const { texts, identifying } = scored as { readonly texts?: number; readonly identifying?: number }
    if (texts === 0) return { share: null, reason: 'it shows no text' }
    return { share: Number(identifying) / Number(texts), of: 'shown texts with identifying data' }
  },
  text: ({ scored }) => {
    const { texts, identifying, kinds } = scored as {
      readonly texts: number
      readonly identifying: number
      readonly kinds: Readonly<Record<string, number>>
    }
    return [
      `${identifying.toLocaleString('en')} of ${texts.toLocaleString('en')} shown texts hold identifying data`,
      ...Object.entries(kinds).map(([kind, n]) => `  ${kind}: ${n.toLocaleString('en')}`),
    ]
  },
})
