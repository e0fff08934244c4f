import fc from 'fast-check'

// A mutant that dies need not be told in the smallest words.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
