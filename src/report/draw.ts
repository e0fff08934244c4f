import type * as Plots from '../plots/index.js'
import { type Html, html } from './html.js'

/** Draws a picture for a page, with its caption. */
export type Draw = (caption: string, picture: (plots: typeof Plots, document: object) => Plots.Drawn) => Html

/** The plots, loaded when a page is written: who asks for something else does not wait for them. */
export async function drawing(): Promise<Draw> {
  const plots = await import('../plots/index.js')
  const document = plots.sheet()
  return (caption, picture) => {
    const svg = plots.svgText(picture(plots, document))
    return html`<figure>${{ html: svg }}${caption === '' ? html`` : html`<figcaption>${caption}</figcaption>`}</figure>`
  }
}
