// Interests of a history [Adar07] section 6: everything that is done per row or per pair of texts.
export { answers, roomFor, split } from './interest/part'
export { setRules } from './interest/rules'
export { column, ends, laidOut, openBatch, scatter } from './interest/scatter'
