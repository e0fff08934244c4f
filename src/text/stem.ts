/** The stem of a word (Porter 2), so that inflected forms of a word meet. */
export { stem } from 'porter2'
