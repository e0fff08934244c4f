import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPhrases, PER_USER } from '../bench/phrases/found.js'
import type { Part } from './claims.js'

const WORDS = 6

/** Phrases with support, length by length, beside `set-union` over the phrases of that length alone at the same noise. */
export async function phrases(quick: boolean, part: Part): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-phrases-'))
  try {
    const { prompts, users, epsilon, lengths } = await findPhrases(quick ? 3000 : 55_000, WORDS, dir, part)
    const table = lengths.map(
      ({ words, supported, spurious, union, candidates, given }) =>
        `| ${words} | ${number(union)} | ${number(supported)} | ${(supported / Math.max(1, union)).toFixed(2)} | ${number(spurious)} | ${number(candidates)} | ${number(given)} |`,
    )
    return `# Phrases of prompts

Phrases of one to ${WORDS} words that come out of ${number(prompts)} prompts of ${number(users)} people at a total of epsilon = ln 10, delta = 1e-6, adding or removing a person, at most ${PER_USER} phrases of each length a person, without counts. Everything
here is *simulated*: people of world web-1 who write to an assistant (profile \`chat\`), seed 21, noise from the same seed. Made by \`npm run evidence -- phrases${quick ? ' --quick' : ''}\`; \`npm run bench -- phrases-found\` holds the same against its limit.

\`set-union\` is given the phrases of one length alone, as items of their own, at epsilon = ${epsilon.toFixed(3)} and the whole of delta: that is as much noise as a length has in \`phrases\`, a share of one in ${WORDS}, and more delta than its share. Its persons put
their weight where it still helps; those of \`phrases\` give all of theirs the same, but among candidates alone. *Nobody's* are phrases that only noise carried above the threshold: the custodian is told which, readers are not. *Candidates* are counted exactly; of words, all that
somebody used.

| words | set-union | phrases, with support | ratio | nobody's | candidates | of them given by somebody |
| --- | --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function number(value: number): string {
  return value.toLocaleString('en')
}
