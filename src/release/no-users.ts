// Why nobody can say how many users a release shows.

export const NO_USERS = 'not known: the log has no users'
export const NOBODY = 'none: its persons do not exist'
export const NO_PSEUDONYMS = 'not known: the release has no pseudonyms'
