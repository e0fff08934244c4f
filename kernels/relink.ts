// Sessions most like a session, from an index over their terms [Adar07] section 6.1: everything that is done per posting.
export { ask, responses, setWays } from './relink/ask'
export { best } from './relink/best'
export { asked, bits, docStart, docTerm, greatest, held, layOut, open, postStart, posts } from './relink/documents'
