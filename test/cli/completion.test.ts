import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { attackNames } from '../../src/attacks/index.js'
import { VERBS } from '../../src/cli/verbs.js'
import { measureNames } from '../../src/measures/index.js'
import { methodNames } from '../../src/methods/index.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

/** The script of a shell, in a file. */
function script(shell: string): string {
  const { status, stdout, stderr } = lethe('completion', shell)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const path = next(shell)
  writeFileSync(path, stdout)
  return path
}

describe('bash', () => {
  const path = script('bash')

  /** What bash offers for the last of these words. */
  function offered(...words: readonly string[]): string[] {
    const line = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lethe; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', line, path, 'lethe', ...words], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.split('\n').filter((word) => word !== '')
  }

  test('verbs', () => {
    expect(offered('')).toEqual(expect.arrayContaining([...Object.keys(VERBS), 'help']))
    expect(offered('rel')).toEqual(['release', 'releases'])
    expect(offered('help', 'com')).toEqual(['compare', 'completion'])
  })

  test('names of methods, attacks, measures, shells', () => {
    expect(offered('release', '')).toEqual(methodNames())
    expect(offered('methods', 'ra')).toEqual(['rare-queries'])
    expect(offered('attack', '')).toEqual(expect.arrayContaining([...attackNames(), 'canaries', 'audit-dp']))
    expect(offered('attack', 'canaries', 'log', '--method', 'zea')).toEqual(['zealous'])
    expect(offered('measure', 'dir', '--only', '')).toEqual(measureNames())
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(offered('peer', 'in')).toEqual(['invite'])
  })

  test('flags of the verb, and those that a name brings with it', () => {
    expect(offered('inspect', '--col')).toEqual(['--columns', '--collapse-prefixes'])
    expect(offered('release', '--host-k')).toEqual([])
    expect(offered('release', 'rare-queries', 'log', '--host-k')).toEqual(['--host-k'])
    expect(offered('attack', 'canaries', 'log', '--method', 'zealous', '--eps')).toEqual(['--epsilon'])
    expect(offered('peer', 'start', '--se')).toEqual(['--search'])
    expect(offered('peer', 'start', '--engine')).toEqual([])
  })

  test('values that are known; a file where they are not', () => {
    expect(offered('release', 'sessions', 'log', '--split', '')).toEqual(['daily', 'gap', 'interest'])
    expect(offered('inspect', 'log', '--format', '=', 'ao')).toEqual(['aol'])
    expect(offered('release', 'rare-queries', 'log', '-o', '')).toEqual([])
  })
})

test.each([
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('the script for %s has all verbs, and the shell reads it where it is there', (shell, check) => {
  const path = script(shell)
  const { error, status, stderr } = spawnSync(shell, [...check, path], { encoding: 'utf8' })
  if (error === undefined) expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const verb of Object.keys(VERBS)) expect(readFileSync(path, 'utf8')).toContain(verb)
})

test('an unknown shell is refused', () => {
  expect(lethe('completion', 'cmd')).toMatchObject({ status: 2, stderr: expect.stringContaining('bash, zsh, fish') })
})
