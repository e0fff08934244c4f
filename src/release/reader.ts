import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../errors.js'
import { MANIFEST_FORMAT, type Manifest } from './manifest.js'

/** A release as anyone can see it: its folder and its manifest. */
export interface Release {
  readonly dir: string
  readonly manifest: Manifest
}

/** Opens a release by its public folder. */
export function openRelease(dir: string): Release {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    fail('input', `there is no release folder ${dir}`, 'Name the folder that lethe release made.')
  const path = join(dir, 'manifest.json')
  if (!existsSync(path))
    fail(
      'input',
      `${dir} has no manifest.json`,
      'It is no release of Lethe; for other data use lethe verify FILE --claim ... --columns ...',
    )
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (cause) {
    fail('input', `${path} is not JSON`, 'The release is damaged.', cause)
  }
  if (
    manifest?.format !== MANIFEST_FORMAT ||
    !manifest.guarantee?.kind ||
    !Array.isArray(manifest.columns) ||
    !Array.isArray(manifest.files)
  ) {
    fail(
      'input',
      `${path} is no manifest that this version reads (${MANIFEST_FORMAT})`,
      'Check the version that made it.',
    )
  }
  return { dir, manifest }
}
