import { rowSelect } from '../row-sql.js'
import { loadText } from '../text-source.js'
import type { Reader } from './format.js'

/** One set of items a line, separated by blanks: the line is the person, each item a row. */
export const transactions: Reader = async (reading, options) => {
  const { engine } = reading
  const rejects = await loadText(
    reading,
    'lines',
    { delimiter: '\x1f', quote: undefined, header: false, columns: ['line'] },
    '__file, line',
  )
  const select = rowSelect(
    { roles: { user: 'line_number', query: 'item' }, extras: [], parsedTime: undefined },
    options.keepRaw,
  )
  await engine.run(`
    CREATE TABLE staged AS SELECT ${select} FROM (
      SELECT __file, (rowid + 1)::VARCHAR AS line_number, unnest(string_split(trim(line), ' ')) AS item FROM lines ORDER BY rowid)
    WHERE item <> '';
    DROP TABLE lines`)
  return { rejects, has: { user: true, time: false, rank: false, url: false }, extras: [], notes: [] }
}
