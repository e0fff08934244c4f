/**
 * Whether a second friend is asked where the first refused.
 *
 * Deviates from [Erola13] §4.3.2, where all are asked until one accepts. Then a friend who never refuses is handed what others refuse; and who
 * brings a user many queries tires her other friends of her, and is handed most of what she asks. Here every query that is offered to
 * somebody saves up for one that is offered a second time, so that whatever friends do, offers to a second friend are at most one
 * in `again` of those to a first, and no query is offered a third time by the same holder. Own queries and others' save up and spend alike.
 */
export const SAVED_AT_MOST = 15

/** A query is offered to a first friend. */
export function saveUp(saved: number, again: number): number {
  return Math.min(saved + 1, 2 * again, SAVED_AT_MOST)
}
