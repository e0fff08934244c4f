import { anewEachDay, dayByDay } from '../bench/series/baselines.js'
import { addYear, type DayFigures, PROMISE, SHORT, shownDays, YEAR, type YearSize } from '../bench/series/run.js'
import { costOf } from '../bench/series.js'
import { continualFor, riskOver } from '../src/privacy/continual.js'

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

/** The page of a series: thresholds by window, error by day, cost of an addition. LETHE_BENCH_MINUTES stops it after so many; called again it goes on. */
export async function series(quick: boolean): Promise<string> {
  const size = quick ? SHORT : YEAR
  const minutes = Number(process.env.LETHE_BENCH_MINUTES ?? Number.POSITIVE_INFINITY)
  const figures = await addYear(size, minutes)
  if (figures === undefined) return 'Not done yet: call it again, and it goes on.\n'
  const { early, late } = costOf(figures)
  return `# A release every day, one promise

\`lethe series\` with \`gaussian-threshold\`: epsilon = ln 10, delta = 1e-6 for a person's rows of any window, ${PROMISE.perUser} items a person, --min-users ${PROMISE.minUsers}. The thresholds follow from these numbers;
everything else is *simulated*: ${size.days} days of ${size.rows.toLocaleString('en')} rows by ${size.people.toLocaleString('en')} made-up people, a third of whose queries are habits. Made by \`npm run evidence -- series${quick ? ' --quick' : ''}\`.

## What an item needs

Beside a series stand two ways to keep the same promise with noise that is drawn anew every day: *day by day* releases the counts of each day, which readers add up; *anew each day* counts the whole window every
day. Deviations are those of a window's count, thresholds those of a release (day by day: of one day). *All year* is what a person risks who is active all year, in a series.

| window | levels | deviation | threshold | all year | day by day: deviation, threshold | anew each day: deviation, threshold |
| --- | --- | --- | --- | --- | --- | --- |
${windows()}

The longer the window, the more a series saves; for a week or two its best tree has one level, and counting anew is close. Most is won for ever, where a person gives ${PROMISE.perUser} items in a lifetime.

## Error by day

Windows of ${size.window} days: mean error of the counts of the 50 most frequent queries, as a share of the persons who really asked them in the window. What does not come out counts as 100%. Day by day is held against the
sum of its days, and not bounded: in a day hardly anybody has more items than may be given.

A person has ${((size.rows * size.window) / size.people).toFixed(1)} rows in a window on average, and gives ${PROMISE.perUser} items of them. What that bound does by itself stands apart: the error of the counts of a series without any noise, where a window that lies over two stretches may have a person
twice. *Anew each day* keeps to the same bound. Where *series* and *bound alone* are near each other, noise costs nothing that shows: what brings counts nearer the truth is more items a person (\`--per-user\`), for higher thresholds.

| day | threshold | items | series | bound alone | day by day | anew each day |
| --- | --- | --- | --- | --- | --- | --- |
${byDay(figures, size)}

## Cost of an addition

| days | seconds | CPU seconds |
| --- | --- | --- |
| ${size.window + 1} to ${size.window + 10} | ${early.seconds.toFixed(2)} | ${early.cpuSeconds.toFixed(2)} |
| ${size.days - 9} to ${size.days} | ${late.seconds.toFixed(2)} | ${late.cpuSeconds.toFixed(2)} |
| ratio (at most 1.5) | ${(late.seconds / early.seconds).toFixed(2)} | ${(late.cpuSeconds / early.cpuSeconds).toFixed(2)} |

Reading a day's log, bounding, sealing, testing and writing. The early days are added to a copy of the series as it stood before them, in turns with the last ones, so that whatever else the machine does weighs on both alike. ${placesText(size)} With \`--window ever\` nothing is forgotten, so that an addition costs more every day.
`
}

/** Which days are compared: what is remembered of a stretch grows until it is over. */
function placesText({ days, window }: YearSize): string {
  const place = ((days - 10) % window) + 1
  const last = place + 9
  const where = last <= window ? `to ${last}` : `to ${window} of one and 1 to ${last - window} of the next`
  return `Days ${window + 1} to ${window + 10} are days 1 to 10 of their stretch, the last ten days ${place} ${where}: the later in a stretch, the more is remembered of who gave what.`
}

function windows(): string {
  const asked = { epsilon: PROMISE.epsilon, delta: PROMISE.delta, m: PROMISE.perUser }
  const bounded = [7, 30, 90, 365].map((window) => {
    const of = { ...asked, tau: 2 * PROMISE.minUsers - 1, window }
    const { levels, sigma, stretch, threshold } = continualFor(of)
    const passed = Array.from({ length: stretch }, (_, place) => threshold(place, false))
    const year = riskOver(of, 366)
    const [alone, anew] = [dayByDay, anewEachDay].map((way) => way({ ...asked, tau: PROMISE.minUsers, window }))
    const nodes = deviations(of)
    return `| ${window} days | ${levels} | ${range(nodes.map((n) => Math.sqrt(n) * sigma))} | ${range(passed)} | epsilon ${year.epsilon.toFixed(2)} | ${(Math.sqrt(window) * alone!.sigma).toFixed(0)}, ${alone!.threshold} | ${anew!.sigma.toFixed(0)}, ${anew!.threshold} |`
  })
  const ever = { ...asked, tau: PROMISE.minUsers, window: 'ever' as const, horizon: 3653 }
  const { levels, sigma, stretch, threshold } = continualFor(ever)
  const passed = Array.from({ length: stretch }, (_, place) => threshold(place, true))
  const nodes = deviations(ever)
  return [
    ...bounded,
    `| ever, ten years | ${levels} | ${range(nodes.map((n) => Math.sqrt(n) * sigma))} | ${range(passed)} | epsilon ${PROMISE.epsilon.toFixed(2)} | | |`,
  ].join('\n')
}

/** The numbers of nodes that occur, by the places of a stretch. */
function deviations(of: Parameters<typeof continualFor>[0]): number[] {
  const numbers = continualFor(of)
  return Array.from({ length: numbers.stretch }, (_, place) => numbers.nodes(place, !numbers.sliding))
}

function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((n) => n.toFixed(0))
  return least === most ? String(least) : `${least} to ${most}`
}

function byDay(figures: readonly DayFigures[], size: YearSize): string {
  return shownDays(size)
    .map((day) => {
      const { threshold, items, errors } = figures[day - 1]!
      return `| ${day} | ${threshold} | ${items} | ${percent(errors.series)} | ${percent(errors.bound)} | ${percent(errors.dayByDay)} | ${errors.anew === undefined ? '-' : percent(errors.anew)} |`
    })
    .join('\n')
}
