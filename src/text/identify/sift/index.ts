import { address, type Global, newKernel, put } from '../../../base/kernels.js'
import { DEFAULT_THRESHOLD, type IdentifierOptions } from '../index.js'
import { NAME_ENDINGS } from '../name-words.js'
import { type Vocabulary, vocabulary } from './vocabulary.js'

export type SiftOptions = Pick<IdentifierOptions, 'kinds' | 'threshold'>

interface SiftKernel {
  readonly memory: WebAssembly.Memory
  readonly words: Global
  readonly pairs: Global
  readonly endings: Global
  readonly input: Global
  readonly output: Global
  readonly left: Global
  room(words: number, firsts: number, lasts: number, endings: number): void
  index(words: number): void
  lines(bytes: number): void
  pass(bytes: number): number
}

/** Of lines of text, each with its end, those in which English may find something. */
export interface Sieve {
  /** Room for so many bytes of lines, to be written there. */
  room(bytes: number): Buffer
  /** What is left of so many bytes of whole lines, until there is other room. */
  pass(bytes: number): { readonly lines: number; readonly left: Buffer }
}

/** Passes over the texts in which `find` of an English identifier with these options finds nothing, whatever else is in them: most of a log. */
export function knownFor({ kinds, threshold = DEFAULT_THRESHOLD }: SiftOptions): Vocabulary {
  return vocabulary(kinds?.includes('name') ?? true, threshold)
}

export function sieve({ words, count, pairs, sorts }: Vocabulary): Sieve {
  const kernel = newKernel<SiftKernel>('sift')
  const endings = Buffer.from(NAME_ENDINGS.map((ending) => String.fromCharCode(ending.length) + ending).join(''))
  kernel.room(words.length, ...sorts, endings.length)
  put(kernel, kernel.words, words)
  put(kernel, kernel.pairs, pairs)
  put(kernel, kernel.endings, endings)
  kernel.index(count)
  return {
    room(bytes) {
      kernel.lines(bytes)
      return Buffer.from(kernel.memory.buffer, address(kernel.input), bytes)
    },
    pass(bytes) {
      const lines = kernel.pass(bytes)
      return { lines, left: Buffer.from(kernel.memory.buffer, address(kernel.output), kernel.left.value) }
    },
  }
}

/** Those of some texts without line ends in which English may find something. */
export function sift(known: Vocabulary, texts: readonly string[]): string[] {
  const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''))
  const passing = sieve(known)
  bytes.copy(passing.room(bytes.length))
  return linesOf(passing.pass(bytes.length).left)
}

export function linesOf(left: Buffer): string[] {
  return left.toString('utf8').split('\n').slice(0, -1)
}
