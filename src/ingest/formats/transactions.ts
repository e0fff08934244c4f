import { cast, each, rowNumber, split } from '../../engines/dialect/index.js'
import { fixedSelect, rowSelect } from '../row-sql.js'
import { BLANK_LINE, loadFixed, loadText, type TextShape } from '../text-source.js'
import type { Reader } from './format.js'

/** One set of items a line, separated by blanks: the line is the person, each item a row. */
export const transactions: Reader = async (reading, options) => {
  const { engine } = reading
  const shape: TextShape = { delimiter: '\x1f', quote: undefined, header: false, columns: ['line'] }
  // What the engine takes for nothing is an item of control characters.
  const select = `__file, coalesce(nullif(line, ''), chr(1)) AS line`
  const loaded = options.fixed
    ? await loadFixed(reading, 'lines', shape, select, BLANK_LINE)
    : await loadText(reading, 'lines', shape, select)
  const [lines] = await engine.all<{ read: number }>('SELECT count(*) AS read FROM lines')
  const fields = { roles: { user: 'line_number', query: 'item' }, extras: [], parsedTime: undefined }
  const items = options.fixed ? fixedSelect(fields, options) : rowSelect(fields, options)
  await engine.materialise(
    reading.into,
    `SELECT ${items} FROM (
      SELECT __file, ${cast(`${rowNumber()} + 1`, 'text')} AS line_number, ${each(split('trim(line)', ' '))} AS item FROM lines ORDER BY ${rowNumber()})
    WHERE item <> ''`,
  )
  await engine.drop('lines')
  return {
    ...loaded,
    documents: async () => ({ read: lines?.read ?? 0, bad: 0, notSearches: 0 }),
    has: { user: true, time: false, rank: false, url: false },
    extras: [],
    notes: [],
    found: { columns: {} },
  }
}
