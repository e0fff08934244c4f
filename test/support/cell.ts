import { withSession } from '../../src/engines/session.js'
import { readLog } from '../../src/ingest/index.js'
import { gridFrom } from '../../src/plans/grid.js'
import { type CellResult, runCell } from '../../src/run/compare/cell.js'
import { shareLog } from '../../src/run/compare/shared-log.js'

/** Runs settings of a comparison one by one in this process. */
export async function cellsOf(log: string, grid: readonly object[], only: object = {}): Promise<CellResult[]> {
  const { cells, attacks, measures } = await gridFrom({ grid, ...only }, 'a test')
  return withSession({}, async (session) => {
    const read = await readLog([log], { keepRaw: true }, session)
    const shared = await shareLog(read.log, read.source.rows, 'log', session)
    const results: CellResult[] = []
    for (const cell of cells)
      results.push(
        await runCell(
          { cell, log: shared, ...(attacks ? { attacks } : {}), ...(measures ? { measures } : {}) },
          { threads: 1 },
        ),
      )
    return results
  })
}
