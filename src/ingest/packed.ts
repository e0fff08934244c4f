import type { Aside, BadRow } from '../log/log.js'
import { PART, partsOf } from './parts.js'
import { asFound, FEW, fewMisfits, refusedRows } from './refused-rows.js'
import { blankStart, delimited, ifClean, type Reading, type StrictReading, type TextShape } from './text-source.js'
import { NO_ROOM } from './unpacked.js'

/**
 * Loads one packed file as `loadStrictly` does a plain one, part by part: the engine reads one while the next is unpacked, which takes one thread. Several files
 * are unpacked at once instead (`unpacked`). Undefined where the file is not clean, or there is no room.
 */
export async function loadPacked(
  reading: Reading,
  table: string,
  shape: TextShape,
  strict: StrictReading,
  partBytes = PART,
): Promise<Aside | undefined> {
  const [file, ...others] = reading.files
  if (file?.compression !== 'gzip' || others.length > 0 || reading.engine.readAround === undefined) return undefined
  return ifClean(reading, table, strict, () => readParts(reading, table, shape, strict, partBytes))
}

async function readParts(
  reading: Reading,
  table: string,
  shape: TextShape,
  strict: StrictReading,
  partBytes: number,
): Promise<Aside | undefined> {
  const parts = partsOf(reading.files[0]!, reading, partBytes)
  const ask = () => {
    const asked = parts.next()
    asked.catch(() => {}) // awaited in its turn
    return asked
  }
  const bad: BadRow[] = []
  const numbers: number[] = []
  let rows = 0
  let coming = ask()
  try {
    for (;;) {
      const { value: part, done } = await coming
      if (done) return { bad: asFound(bad), numbers }
      coming = ask()
      try {
        if (part.first && blankStart(part.file)) return undefined
        const here = { ...shape, header: shape.header && part.first }
        const of = { ...reading, files: [part.file] }
        const marks = await fewMisfits(of, here, strict.careful)
        if (marks === undefined) return undefined
        const asked = { ...delimited([part.file.path], here), strict: { types: strict.types }, more: !part.first }
        const came = await reading.engine.readAround!(table, asked, strict.select, FEW - bad.length)
        const aside = came && (await refusedRows(of, marks, here, strict.careful, came))
        if (came === undefined || aside === undefined) return undefined
        bad.push(...aside.bad.map((one) => ({ ...one, row: one.row + rows })))
        numbers.push(...aside.numbers.map((number) => number + rows))
        rows += came.made + came.refused.length
      } finally {
        part.close()
      }
    }
  } catch (error) {
    if (NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  } finally {
    const last = await coming.catch(() => undefined)
    if (!last?.done) last?.value?.close()
    await parts.return(undefined)
  }
}
