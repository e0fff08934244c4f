// The syntactic distance between users [Erola13] §5.3.1.2: everything that is done per row or per word.
export { base, computed, distance, distances, packHosts } from './syntactic/histories'
export * from './syntactic/layout'
export { packQueries } from './syntactic/words'
