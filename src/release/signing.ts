import { readSigningKey } from '../crypto/ssh/private-key.js'
import { fingerprint, signatureOf } from '../crypto/ssh/signature.js'

/** The signature over SHA256SUMS, in the public folder. */
export const SIGNATURE_FILE = 'SHA256SUMS.sig'

/** What such a signature is for; one that was made for anything else does not count. */
export const NAMESPACE = 'lethe-release'

/** Signs checksums; the key itself stays inside. */
export interface ReleaseSigner {
  readonly fingerprint: string
  readonly sign: (checksums: Uint8Array) => string
}

export function releaseSigner(path: string): ReleaseSigner {
  const key = readSigningKey(path)
  return {
    fingerprint: fingerprint(key.publicKey),
    sign: (checksums) => signatureOf(checksums, NAMESPACE, key),
  }
}
