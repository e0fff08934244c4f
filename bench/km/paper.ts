import type { Column } from './kept.js'

/** Levels of [Burghardt] Tables 5 to 7: m, then k. */
export const LEVELS = [2, 3].flatMap((m) => [2, 10, 20, 40, 100].map((k) => ({ m, k })))

/** [Burghardt] Table 5: per cent left, by level and column. */
export const TABLE_5: readonly (readonly number[])[] = [
  [10.88, 45, 95, 51, 85, 85, 61],
  [2.12, 29, 87, 33, 75, 71, 41],
  [1.09, 26, 83, 29, 71, 67, 36],
  [0.56, 23, 78, 25, 68, 63, 33],
  [0.18, 19, 70, 20, 61, 58, 27],
  [10.86, 37, 95, 42, 78, 76, 55],
  [2.12, 25, 87, 31, 71, 67, 43],
  [1.11, 23, 83, 28, 68, 64, 39],
  [0.56, 21, 78, 24, 65, 62, 35],
  [0.18, 18, 70, 19, 61, 57, 30],
]

/**
 * [Burghardt] Tables 6 and 7: how far random, the worst other target and fis are behind the best, by level. Table 6 has the headings of `users` and `logsize`
 * exchanged: as printed, random would leave 19 - 28 = -9 per cent of the log at (100,2), and the users would differ between m = 2 and m = 3, which they do nowhere
 * in Table 5. Read here the way that is possible.
 */
export const BEHIND: Readonly<Record<Column, readonly (readonly [number, number, number])[]>> = {
  terms: [
    [0, 4.16, 4.08],
    [0, 0.92, 0.9],
    [0, 0.4, 0.39],
    [0, 0.16, 0.15],
    [0, 0, 0.14],
    [0, 4.18, 4.07],
    [0, 0.88, 0.77],
    [0, 0.31, 0.27],
    [0, 0.16, 0.14],
    [0, 0.02, 0],
  ],
  users: [
    [2, 0, 0],
    [12, 1, 0],
    [17, 1, 0],
    [21, 2, 0],
    [28, 2, 0],
    [2, 0, 0],
    [12, 1, 0],
    [17, 1, 0],
    [21, 2, 0],
    [28, 2, 0],
  ],
  logsize: [
    [13, 2, 0],
    [11, 2, 0],
    [11, 2, 1],
    [11, 2, 1],
    [11, 2, 1],
    [10, 3, 0],
    [10, 2, 0],
    [10, 2, 1],
    [10, 2, 1],
    [10, 2, 1],
  ],
  bid: [
    [20, 13, 12],
    [17, 13, 11],
    [16, 12, 11],
    [14, 11, 9],
    [13, 9, 7],
    [15, 14, 11],
    [16, 14, 11],
    [15, 13, 11],
    [14, 11, 9],
    [13, 9, 7],
  ],
  clicks: [
    [28, 15, 8],
    [34, 28, 13],
    [35, 33, 15],
    [38, 36, 18],
    [37, 37, 19],
    [32, 31, 12],
    [39, 40, 21],
    [40, 41, 24],
    [40, 41, 25],
    [39, 40, 25],
  ],
  impressions: [
    [31, 9, 6],
    [32, 14, 8],
    [32, 15, 9],
    [31, 16, 9],
    [30, 16, 10],
    [29, 16, 7],
    [34, 19, 11],
    [34, 19, 12],
    [33, 20, 12],
    [32, 19, 12],
  ],
  revenue: [
    [20, 5, 5],
    [16, 5, 5],
    [16, 5, 5],
    [15, 5, 5],
    [15, 5, 5],
    [21, 12, 10],
    [22, 12, 12],
    [21, 12, 12],
    [19, 11, 11],
    [19, 10, 10],
  ],
}

/** [Burghardt] Table 3: correlations of the characteristics of terms. */
export const TABLE_3: Readonly<Record<string, number>> = {
  'frequency, users': 0.761,
  'frequency, bid': 0.001,
  'frequency, clicks': 0.024,
  'frequency, impressions': 0.111,
  'frequency, revenue': 0.002,
  'users, bid': 0.002,
  'users, clicks': 0.031,
  'users, impressions': 0.151,
  'users, revenue': 0.003,
  'bid, clicks': -0.003,
  'bid, impressions': 0.002,
  'bid, revenue': 0.579,
  'clicks, impressions': 0.4,
  'clicks, revenue': 0.04,
  'impressions, revenue': 0.02,
}
