import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './install-package.js'

/** A key in a folder, and a certificate for 127.0.0.1 that nobody has signed but itself. */
export function makeCertificate(dir: string): { readonly key: string; readonly cert: string } {
  if (!existsSync('/usr/bin/openssl')) installPackage('openssl')
  const [key, cert] = [join(dir, 'server.key'), join(dir, 'server.crt')]
  const form = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
  ]
  const words = ['req', '-x509', ...form, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert]
  execFileSync('openssl', words, { stdio: 'ignore' })
  return { key, cert }
}
