/** Figures of [Erola13] chapter 4. */
export const AS_PUBLISHED = {
  /** Table 4.1: θ from, to; average position, variance, deviation of users with 10 neighbours. */
  theta: [
    [0, 0, 5.81, 8.34, 2.89],
    [0.4, 0.8, 4.36, 11.54, 3.39],
    [0.4, 0.6, 4.46, 11.37, 3.37],
    [0.2, 0.8, 4.51, 10.71, 3.27],
    [0.6, 0.8, 4.51, 12.5, 3.53],
    [0.2, 0.4, 4.49, 10.13, 3.18],
    [0.1, 0.3, 4.42, 10.12, 3.18],
    [0.2, 0.3, 4.46, 10.21, 3.19],
    [0.1, 0.2, 4.3, 9.67, 3.11],
  ],
  /** Table 4.5, by neighbours from 1: average position, that of the predecessor, deviation, that of the predecessor. */
  position: [
    [0.49, 1.01, 0.49, 0.01],
    [0.97, 1.08, 0.87, 0.08],
    [1.44, 1.68, 1.22, 0.72],
    [1.89, 2.11, 1.55, 0.95],
    [2.34, 3.23, 1.89, 1.21],
    [2.78, 3.95, 2.21, 1.55],
    [3.23, 5.15, 2.52, 2.15],
    [3.64, 6.32, 2.83, 2.41],
    [4.12, 7.3, 3.09, 2.4],
    [4.51, 7.0, 3.51, 2.91],
  ],
  /** Table 4.2, by neighbours from 1: users exposed at 60%, 70%, 80%. */
  exposed: [
    [15.4, 15.1, 4.7],
    [12.6, 12, 4.7],
    [5.2, 4, 1.2],
    [4.67, 4, 2],
    [1, 1, 1],
    [1.3, 0, 0],
    [1.2, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ],
  /** Table 4.3: shares of users by PEL, in steps of ten. */
  pel: [0.8131, 0.082, 0.0222, 0.0201, 0.0113, 0.011, 0.0147, 0.0129, 0.0101, 0.0026],
  /** Table 4.4: ζ; exposed honest and selfish users, in per cent. */
  zeta: [
    [0, 2.4, 2],
    [0.01, 2.3, 5],
    [0.02, 2.2, 93],
    [0.03, 2.2, 100],
    [0.04, 2.4, 100],
    [0.06, 2.56, 100],
    [0.08, 2.89, 100],
    [0.1, 2.89, 100],
  ],
} as const satisfies Record<string, readonly (number | readonly number[])[]>
