import model from 'wink-eng-lite-web-model'
import winkNLP, { type ItsFunction } from 'wink-nlp'
import { isStopWord } from './stop-words.js'

/** Beyond so many characters a text is no query, and the tagger's time grows with the square. */
const LONGEST = 400
const NOUNS = new Set(['NOUN', 'PROPN', 'SYM', 'X'])
/** Stand in a noun phrase before its noun. */
const QUALIFIERS = new Set(['ADJ', 'ADV', 'NUM'])
/** Next to these a verb is one; without them, in a query, it mostly is a noun: "map quest". */
const VERBAL_BEFORE = new Set(['PART', 'PRON', 'AUX'])
const VERBAL_AFTER = new Set(['DET', 'PRON'])

interface Token {
  readonly word: string
  readonly kind: string
}

/**
 * [Erola13] §5.5.1.1: sentences, tokens, parts of speech, chunks. A noun phrase is a run of nouns with the adjectives and numbers
 * on their left. Queries are short and no sentences: a run without any noun ("mediterranean" in lower case is an adjective
 * to the tagger) is a phrase as well.
 */
export function nounPhrases(query: string): string[] {
  tagger ??= winkNLP(model, ['sbd', 'pos'])
  const tokens = tagger.readDoc(query.slice(0, LONGEST).replaceAll(/[^\p{L}\p{M}\p{N}'.,!?;:&+#-]+/gu, ' ')).tokens()
  const words = tokens.out()
  const kinds = tokens.out(tagger.its.pos as ItsFunction<string>) as string[]
  return chunks(words.map((word, i) => ({ word, kind: kinds[i]! })))
}
/** One for all: the model grows each time that a tagger is made from it. */
let tagger: ReturnType<typeof winkNLP> | undefined

function chunks(tokens: readonly Token[]): string[] {
  const phrases: string[] = []
  let run: Token[] = []
  const close = () => {
    const end = run.findLastIndex(({ kind }) => NOUNS.has(kind))
    const kept = end < 0 ? run : run.slice(0, end + 1)
    if (kept.length > 0) phrases.push(kept.map(({ word }) => word).join(' '))
    run = []
  }
  for (const [i, token] of tokens.entries()) {
    if (isStopWord(token.word.toLowerCase()) || !/[\p{L}\p{N}]/u.test(token.word)) close()
    else if (NOUNS.has(token.kind)) run.push(token)
    else if (QUALIFIERS.has(token.kind)) {
      // A qualifier behind a noun begins the next phrase, unless it is a number: "windows 98", "week 5".
      if (token.kind !== 'NUM' && NOUNS.has(run.at(-1)?.kind ?? '')) close()
      run.push(token.kind === 'NUM' && run.length > 0 ? { ...token, kind: 'NOUN' } : token)
    } else if (token.kind === 'VERB' && !isVerb(tokens, i)) run.push({ ...token, kind: 'NOUN' })
    else close()
  }
  close()
  return phrases
}

function isVerb(tokens: readonly Token[], i: number): boolean {
  return VERBAL_BEFORE.has(tokens[i - 1]?.kind ?? '') || VERBAL_AFTER.has(tokens[i + 1]?.kind ?? '')
}
