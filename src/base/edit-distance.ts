export { distance as editDistance } from 'fastest-levenshtein'
