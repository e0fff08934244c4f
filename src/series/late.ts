/** What becomes of rows whose time lies outside the period that they arrive in. */
export const LATE = ['join', 'drop'] as const
