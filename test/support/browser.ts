import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackage } from './install-package.js'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A real browser: LETHE_CHROMIUM, one of the usual places, or installed by apt-get where we may; with further words for its command line. */
export async function openBrowser(...words: readonly string[]): Promise<Browser> {
  const executablePath = found() ?? installed()
  if (executablePath === undefined)
    throw new Error('the tests need Chromium: install it (apt-get install chromium), or name it in LETHE_CHROMIUM')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...words] })
}

function found(): string | undefined {
  return [process.env.LETHE_CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path))
}

function installed(): string | undefined {
  installPackage('chromium')
  return found()
}
