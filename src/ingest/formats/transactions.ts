import { fixedSelect, rowSelect } from '../row-sql.js'
import { loadFixed, loadText, type TextShape } from '../text-source.js'
import type { Reader } from './format.js'

/** One set of items a line, separated by blanks: the line is the person, each item a row. */
export const transactions: Reader = async (reading, options) => {
  const { engine } = reading
  const shape: TextShape = { delimiter: '\x1f', quote: undefined, header: false, columns: ['line'] }
  const loaded = options.fixed
    ? await loadFixed(reading, 'lines', shape, '__file, line')
    : { rejects: await loadText(reading, 'lines', shape, '__file, line') }
  const fields = { roles: { user: 'line_number', query: 'item' }, extras: [], parsedTime: undefined }
  const select = options.fixed ? fixedSelect(fields, options) : rowSelect(fields, options.keepRaw)
  await engine.run(`
    CREATE TABLE staged AS SELECT ${select} FROM (
      SELECT __file, (rowid + 1)::VARCHAR AS line_number, unnest(string_split(trim(line), ' ')) AS item FROM lines ORDER BY rowid)
    WHERE item <> '';
    DROP TABLE lines`)
  return {
    ...loaded,
    has: { user: true, time: false, rank: false, url: false },
    extras: [],
    notes: [],
    found: { columns: {} },
  }
}
