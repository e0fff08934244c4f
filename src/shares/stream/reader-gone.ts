/** What a sink throws when nobody reads any more: encoding then ends as if its input had. */
export class ReaderGone extends Error {}
