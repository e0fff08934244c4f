import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedBy as checkSignature } from '../../src/checks/signature.js'
import { readSigners } from '../../src/crypto/ssh/signers.js'
import { openRelease } from '../../src/release/reader.js'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { asked, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { makeKey, sshKeygen } from '../support/ssh-keygen.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), asked('weather', 9))
const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
const key = makeKey(next('key'))
const pub = `${key}.pub`
const otherKey = makeKey(next('other'))
const signed = next('signed')
const unsigned = next('unsigned')
beforeAll(async () => {
  await release([log], { plan, out: signed, format: 'tsv', sign: key })
  await release([log], { plan, out: unsigned, format: 'tsv' })
})

/** What verify says about the signature, and in all; `spoil` may change a copy first. */
async function signedBy(signer: string | undefined, spoil?: (dir: string) => void, of = signed) {
  const dir = next('copy')
  cpSync(of, dir, { recursive: true })
  spoil?.(dir)
  const { holds, checks, toShow } = await verify(dir, signer === undefined ? {} : { signer })
  const check = checks.find(({ name }) => name === 'signed by')
  return { all: holds, by: check?.holds, detail: check?.detail, toShow }
}

const keygenVerifies = (dir: string, allowed: string, name = 'made-up@example.org', namespace = 'lethe-release') =>
  sshKeygen(
    ['-Y', 'verify', '-f', allowed, '-I', name, '-n', namespace, '-s', join(dir, 'SHA256SUMS.sig')],
    readFileSync(join(dir, 'SHA256SUMS')),
  ).status === 0

/** Signs a copy of the unsigned release with ssh-keygen. */
function signedByKeygen(withKey: string, options: readonly string[] = [], namespace = 'lethe-release'): string {
  const dir = next('by-keygen')
  cpSync(unsigned, dir, { recursive: true })
  const done = sshKeygen(['-Y', 'sign', '-f', withKey, '-n', namespace, ...options, join(dir, 'SHA256SUMS')])
  expect(done.status, done.said).toBe(0)
  return dir
}

function signersFile(...lines: readonly string[]): string {
  const path = next('allowed_signers')
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return path
}
const keyText = (path: string) => readFileSync(`${path}.pub`, 'utf8').split(' ').slice(0, 2).join(' ')

describe('ssh-keygen and Lethe read each other', () => {
  test('ssh-keygen verifies what --sign wrote, for this purpose and this key alone', () => {
    expect(readdirSync(signed).sort()).toEqual(['SHA256SUMS', 'SHA256SUMS.sig', 'data.tsv', 'manifest.json'])
    const allowed = signersFile(`made-up@example.org ${keyText(key)}`)
    expect(keygenVerifies(signed, allowed)).toBe(true)
    expect(keygenVerifies(signed, allowed, 'made-up@example.org', 'file')).toBe(false)
    expect(keygenVerifies(signed, signersFile(`made-up@example.org ${keyText(otherKey)}`))).toBe(false)
  })

  test.each([['the usual'], ['sha256', '-O', 'hashalg=sha256'], ['sha512', '-O', 'hashalg=sha512']])(
    'Lethe verifies what ssh-keygen signed (%s)',
    async (_, ...options) => {
      const dir = signedByKeygen(key, options)
      expect(await signedBy(pub, undefined, dir)).toMatchObject({ by: true })
      expect(await signedBy(`${otherKey}.pub`, undefined, dir)).toMatchObject({ by: false, all: false })
    },
  )

  test('both write the same file: the signature is deterministic', () => {
    const sig = (dir: string) => readFileSync(join(dir, 'SHA256SUMS.sig'), 'utf8')
    const again = next('again')
    cpSync(signed, again, { recursive: true })
    rmSync(join(again, 'SHA256SUMS.sig'))
    sshKeygen(['-Y', 'sign', '-f', key, '-n', 'lethe-release', join(again, 'SHA256SUMS')])
    expect(sig(again)).toBe(sig(signed))
  })

  test('the fingerprint is the one that ssh-keygen prints', async () => {
    const { signedWith } = await release([log], { plan, out: next('named'), format: 'tsv', sign: key })
    expect(sshKeygen(['-l', '-f', pub]).said.split(' ')[1]).toBe(signedWith)
    expect((await signedBy(pub)).detail).toContain(signedWith)
  })

  test('a key of another type is not taken for the named one, and said where it is named', async () => {
    const rsa = makeKey(next('rsa'), ['rsa', '-b', '2048'])
    const dir = signedByKeygen(rsa)
    expect(await signedBy(pub, undefined, dir)).toMatchObject({ by: false })
    for (const signer of [`${rsa}.pub`, undefined]) {
      const { all, by, toShow } = await signedBy(signer, undefined, dir)
      expect([all, by]).toEqual([null, null])
      expect(toShow).toContain('ssh-keygen -Y verify')
    }
  })
})

describe('whose promise it is', () => {
  test('the named signer is said, by key and by name', async () => {
    expect(await signedBy(pub)).toMatchObject({
      by: true,
      detail: expect.stringMatching(/^made-up@example\.org \(SHA256:/),
    })
    const allowed = signersFile('# the custodian', '', `custodian@example.org ${keyText(key)} a comment`)
    expect((await signedBy(allowed)).detail).toMatch(/^custodian@example\.org \(SHA256:/)
  })

  test('without --signer it is signed, not checked; a release without signature says nothing of it', async () => {
    expect(await signedBy(undefined)).toMatchObject({ by: null, detail: expect.stringMatching(/^signed, not checked/) })
    expect(await signedBy(undefined, undefined, unsigned)).toMatchObject({ by: undefined })
  })

  test('a signature moves no answer about the claim', async () => {
    const bare = (await signedBy(undefined, undefined, unsigned)).all
    expect((await signedBy(undefined)).all).toBe(bare)
    expect((await signedBy(pub)).all).toBe(bare)
    const nothing = next('promises-nothing')
    const steps = [{ method: 'sessions', params: {} }]
    await release([log], { plan: { steps, shows: {} }, out: nothing, format: 'tsv', sign: key })
    expect(await signedBy(pub, undefined, nothing)).toMatchObject({ by: true, all: null })
  })

  test('no claim of a foreign file is checked with --signer', async () => {
    await expect(verify(log, { claim: 'rare-queries:k=2', signer: pub })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('a signature that does not count is refuted', () => {
  const sig = 'SHA256SUMS.sig'
  const edit = (file: string, change: (text: string) => string) => (dir: string) =>
    writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')))

  test.each<[string, (dir: string) => void]>([
    ['none is there', (dir) => rmSync(join(dir, sig))],
    ['the checksums changed', edit('SHA256SUMS', (text) => text.replace(/^./, (c) => (c === '0' ? '1' : '0')))],
    ['the checksums are missing', (dir) => rmSync(join(dir, 'SHA256SUMS'))],
    ['it is that of other checksums', (dir) => cpSync(join(signedOther, sig), join(dir, sig))],
    ['it was made for files', (dir) => cpSync(join(signedByKeygen(key, [], 'file'), sig), join(dir, sig))],
    ['it is empty', edit(sig, () => '')],
    ['text follows it', edit(sig, (text) => `${text}and more\n`)],
    ['a blank line follows it', edit(sig, (text) => `${text}\n`)],
    ['text is in front of it', edit(sig, (text) => `more\n${text}`)],
    ['its lines are broken elsewhere', edit(sig, (text) => text.replace(/^(U1NI)/m, '$1\n'))],
    ['it is huge', edit(sig, (text) => text.replace(/\n/, `\n${'A'.repeat(9000)}\n`))],
  ])('%s', async (_, spoil) => {
    expect(await signedBy(pub, spoil)).toMatchObject({ by: false, all: false })
  })

  test('it is a link: the folder is refused', async () => {
    await expect(signedBy(pub, (dir) => linkAway(join(dir, sig)))).rejects.toMatchObject({ code: 'refused' })
  })

  test('what stands in its place and is no signature over these checksums is refused without --signer as well', async () => {
    const empty = '-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n'
    const [valueOfAnother, forFiles] = [signedOther, signedByKeygen(key, [], 'file')].map((dir) =>
      readFileSync(join(dir, sig), 'utf8'),
    )
    for (const text of ['usr-made-up-1 asked weather\n', '', empty, valueOfAnother, forFiles])
      expect(
        await signedBy(
          undefined,
          edit(sig, () => text!),
        ),
      ).toMatchObject({ by: false, all: false })
  })

  test('no other file beside it is let in', async () => {
    for (const name of ['SHA256SUMS.sig.bak', 'manifest.json.sig', 'SHA256SUMS.SIG'])
      expect((await signedBy(pub, (dir) => writeFileSync(join(dir, name), ''))).all).toBe(false)
  })

  test('no changed letter of it passes', () => {
    const text = readFileSync(join(signed, sig), 'utf8')
    const letters = 'ABCxyz019+/=\n-'
    const change = fc.record({ at: fc.nat(text.length - 1), to: fc.constantFrom(...letters) })
    const dir = next('letters')
    cpSync(signed, dir, { recursive: true })
    const opened = openRelease(dir)
    const signers = readSigners(pub)
    expect(checkSignature(opened, signers)).toMatchObject([{ holds: true }])
    fc.assert(
      fc.property(change, ({ at, to }) => {
        fc.pre(text[at] !== to)
        writeFileSync(join(dir, sig), text.slice(0, at) + to + text.slice(at + 1))
        expect(checkSignature(opened, signers)).toMatchObject([{ holds: false }])
      }),
      { numRuns: 500 },
    )
  })

  let signedOther: string
  beforeAll(async () => {
    signedOther = next('signed-other')
    await release([log], { plan, out: signedOther, format: 'csv', sign: key })
  })

  function linkAway(path: string): void {
    const away = next('away')
    cpSync(path, away)
    rmSync(path)
    symlinkSync(away, path)
  }
})

describe('files of allowed signers', () => {
  const day = (offset: number) => {
    const at = new Date(Date.now() + offset * 86_400_000)
    return at.toISOString().slice(0, 10).replaceAll('-', '')
  }
  const who = 'made-up@example.org'
  /** Lines that both understand: what ssh-keygen says is what Lethe says. */
  test.each<[string, (k: string, other: string) => readonly string[], boolean]>([
    ['the key', (k) => [`${who} ${k}`], true],
    ['among others', (k, other) => [`somebody@example.org ${other}`, `${who} ${k}`], true],
    ['for this', (k) => [`${who} namespaces="lethe-release" ${k}`], true],
    ['for this and more', (k) => [`${who} namespaces="file,lethe-release" ${k}`], true],
    ['for something else', (k) => [`${who} namespaces="file,git" ${k}`], false],
    ['for something like it', (k) => [`${who} namespaces="lethe-releases,lethe" ${k}`], false],
    ['valid by now', (k) => [`${who} valid-after="20200101" ${k}`], true],
    ['not valid yet', (k) => [`${who} valid-after="${day(3)}" ${k}`], false],
    ['valid still', (k) => [`${who} valid-before="${day(3)}1200" ${k}`], true],
    ['valid no more', (k) => [`${who} valid-before="${day(-3)}120000Z" ${k}`], false],
    ['valid between', (k) => [`${who} valid-after="${day(-3)}Z",valid-before="${day(3)}" ${k}`], true],
    [
      'all at once',
      (k) => [`${who} Namespaces="lethe-release",valid-after="20200101",valid-before="${day(9)}" ${k}`],
      true,
    ],
    ['expired in one line, valid in another', (k) => [`${who} valid-before="20200101" ${k}`, `${who} ${k}`], true],
    ['somebody else alone', (_, other) => [`${who} ${other}`], false],
    ['tabs and a comment', (k) => [`${who}\t${k}\tof whom`], true],
    ['two names', (k) => [`friend@example.org,${who} ${k}`], true],
    ['keys of other types beside it', (k) => [`rsa@example.org ${rsaKey()}`, `${who} ${k}`], true],
  ])('%s', async (_, lines, holds) => {
    const allowed = signersFile(...lines(keyText(key), keyText(otherKey)))
    expect(keygenVerifies(signed, allowed)).toBe(holds)
    expect((await signedBy(allowed)).by).toBe(holds)
  })

  test.each<[string, (k: string) => string]>([
    ['a certificate authority', (k) => `${who} cert-authority ${k}`],
    ['a certificate authority among options', (k) => `${who} namespaces="lethe-release",cert-authority ${k}`],
    ['patterns', (k) => `${who} namespaces="lethe-*" ${k}`],
    ['an unknown option', (k) => `${who} touch-required ${k}`],
    ['an option twice', (k) => `${who} namespaces="file",namespaces="lethe-release" ${k}`],
    ['an option without value', (k) => `${who} valid-before ${k}`],
    ['an option without quotes', (k) => `${who} valid-before=20300101 ${k}`],
    ['a comma too many', (k) => `${who} namespaces="lethe-release", ${k}`],
    ['a day that is none', (k) => `${who} valid-before="20990431" ${k}`],
    ['a month that is none', (k) => `${who} valid-before="20991301" ${k}`],
    ['half a time', (k) => `${who} valid-before="2099010112" ${k}`],
    ['a quoted name', (k) => `"made up" ${k}`],
    ['no key', () => `${who} ssh-ed25519`],
    ['a damaged key', (k) => `${who} ${k.slice(0, -3)}`],
    ['a key of another type than it says', (k) => `${who} ${k.replace('ssh-ed25519', 'ssh-rsa')}`],
    ['prose', () => 'Everybody may sign this.'],
  ])('not understood and refused: %s', async (_, line) => {
    const allowed = signersFile(`${who} ${keyText(key)}`, line(keyText(key)))
    await expect(signedBy(allowed)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/^line 2 of .*allowed_signers is not understood/),
    })
  })

  test.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['comments', '# nobody\n\n'],
    ['bytes', Buffer.from([0x66, 0, 0x1b, 0x5b, 0x0a])],
    ['two public keys', `${keyText(key)}\n${keyText(otherKey)}\n`],
  ])('a file of %s names nobody', async (_, text) => {
    const path = next('odd')
    writeFileSync(path, text)
    await expect(signedBy(path)).rejects.toMatchObject({ code: 'input' })
  })

  test('a file that is not there, and a private key, are refused without a word of what is in them', async () => {
    await expect(signedBy(next('nowhere'))).rejects.toMatchObject({ code: 'input' })
    const error = (await signedBy(key).catch((cause: unknown) => cause)) as Error & { next: string }
    expect(error).toMatchObject({ name: 'LetheError' })
    expect(error.message + error.next).not.toMatch(/PRIVATE KEY|b3BlbnNza/)
  })

  const rsaKey = () => keyText(makeKey(next('rsa'), ['rsa', '-b', '2048']))
})
