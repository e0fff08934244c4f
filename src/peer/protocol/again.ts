/**
 * Whether a second friend is asked where the first refused.
 *
 * Deviates from [Erola13] §4.3.2, where all are asked until one accepts. Then a friend who never refuses is handed what others refuse; and who
 * brings a user many queries tires her other friends of her, and is handed most of what she asks. Here every query that is offered to
 * somebody saves up for a second draw, so that whatever friends do, these are at most one in `again` of the first offers, and no query is
 * offered a third time by the same holder. Own queries and others' save up and spend alike. A draw costs whoever is drawn: if it
 * were free where that is the friend who brought the query, such a friend could fill what her own queries spend.
 */
export const SAVED_AT_MOST = 15

/** A query is offered to a first friend. */
export function saveUp(saved: number, again: number): number {
  return Math.min(saved + 1, 2 * again, SAVED_AT_MOST)
}
