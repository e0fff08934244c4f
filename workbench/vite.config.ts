import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { STYLE, SWITCHED } from '../src/report/style.js'

/** The look of all pages, as a file: the policy of the page allows no style inside of it. */
const look: Plugin = {
  name: 'look-of-all-pages',
  resolveId: (id) => (id === 'virtual:look.css' ? '\0look.css' : undefined),
  load: (id) => (id === '\0look.css' ? `${STYLE}\n${SWITCHED}` : undefined),
}

export default defineConfig({
  base: './',
  plugins: [svelte(), look],
  build: { target: 'es2022', chunkSizeWarningLimit: 1000, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
