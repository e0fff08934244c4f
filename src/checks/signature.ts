import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ED25519, typeOf } from '../crypto/ssh/ed25519.js'
import { fingerprint, readSignature, type Signature, signs } from '../crypto/ssh/signature.js'
import type { Signer } from '../crypto/ssh/signers.js'
import type { Release } from '../release/reader.js'
import { NAMESPACE, SIGNATURE_FILE } from '../release/signing.js'
import type { Check } from './check.js'

const MOST_BYTES = 8192 // room for the largest keys, and for little else

/** Not aside: whoever asks for a signer must not be told that all is well when nobody looked, and the file could hold anything. */
const OTHER_TYPE: Check = {
  name: 'signed by',
  holds: null,
  detail: `a key of another type than ${ED25519}, which is not understood here`,
  toShow: `Check the signature with ssh-keygen -Y verify -f ALLOWED_SIGNERS -I NAME -n ${NAMESPACE} -s DIR/${SIGNATURE_FILE} < DIR/SHA256SUMS, and the rest without --signer.`,
}

/**
 * Whose promise it is. A signature shows nothing about the claim, so this is never a check of the claim itself; and a file
 * in its place that is no signature of anybody over these checksums is refused whether or not anybody asks, for it could hold anything.
 */
export function signedBy(release: Release, signers: readonly Signer[] | undefined, now = new Date()): Check[] {
  const found = signatureIn(release.dir)
  if (found === undefined && signers === undefined) return []
  const answer = (holds: boolean | null, detail: string): Check[] => [{ name: 'signed by', holds, detail, aside: true }]
  if (found === undefined) return answer(false, `nobody: there is no ${SIGNATURE_FILE}`)
  if (found === 'no signature') return answer(false, `${SIGNATURE_FILE} is no signature`)
  const print = fingerprint(found.publicKey)
  const listed = signers?.filter(({ publicKey }) => publicKey.equals(found.publicKey))
  if (listed?.length === 0) return answer(false, `another key than was named (${print})`)
  if (typeOf(found.publicKey) !== ED25519) return [OTHER_TYPE]
  if (found.namespace !== NAMESPACE) return answer(false, `a signature for something else than ${NAMESPACE} (${print})`)
  if (!signs(found, checksumsIn(release.dir)))
    return answer(false, `the signature is not one over these checksums (${print})`)
  if (listed === undefined) return answer(null, 'signed, not checked: name who it should be with --signer FILE')
  const may = listed.filter(({ namespaces }) => namespaces?.includes(NAMESPACE) ?? true)
  if (may.length === 0) return answer(false, `a key that may not sign for ${NAMESPACE} (${print})`)
  const valid = may.find(({ after, before }) => (after ?? now) <= now && now <= (before ?? now))
  if (valid === undefined) return answer(false, `a key that is not valid today (${print})`)
  const who = valid.name === '' ? `the key ${print}` : `${valid.name} (${print})`
  return answer(true, `${who}; what cannot be shown is their promise`)
}

function signatureIn(dir: string): Signature | 'no signature' | undefined {
  const path = join(dir, SIGNATURE_FILE)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (!stat.isFile() || stat.size > MOST_BYTES) return 'no signature'
  return readSignature(readFileSync(path, 'latin1')) ?? 'no signature'
}

/** The bytes that should be signed; none where the file is missing, which another check tells. */
function checksumsIn(dir: string): Uint8Array {
  const path = join(dir, 'SHA256SUMS')
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : new Uint8Array()
}
