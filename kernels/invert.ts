// Inversion of hashed tokens [Kumar07] §3: what is done per posting and per pair. All arrays lie in one memory, which threads share and the
// caller lays out; an instance keeps nothing between calls.
export { barePass } from './invert/company'
export { featureBounds } from './invert/features'
export { unlikeRows } from './invert/profiles'
export { nearestByCompany, nearestByExpansion, nearestByMinima } from './invert/rows'
