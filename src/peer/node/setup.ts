import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { LetheError } from '../../base/errors.js'
import { ADAPTER_NAMES, type AdapterName } from './adapters.js'
import { checkTemplate } from './engine.js'
import { isOwnHost, mayChange, mayRead } from './guard.js'
import { setupPage } from './pages/setup.js'
import { formOf, goTo, reply } from './replies.js'
import { addressOf, listenHere } from './web.js'

/** What a person said on the page of first steps. */
export interface SetUp {
  readonly search: string
  readonly adapter: AdapterName
  /** Where the browser waits; it goes on to the page of the peer, at the same address, when that is there. */
  goOn(): void
}

/** The first steps without a terminal: what a peer does and whether that is agreed to, and which search engine. `opened` is told where. */
export async function askOnPage(port: number, consent: string, opened: (url: string) => void): Promise<SetUp> {
  const token = randomBytes(32).toString('hex')
  return new Promise((resolve, reject) => {
    const done = (search: string, adapter: AdapterName, response: ServerResponse) => {
      response.setHeader('connection', 'close')
      server.close() // the port is free for the peer; this connection stays until it is answered
      resolve({ search, adapter, goOn: () => goTo(response, '/') })
    }
    const server = createServer(async (request, response) => {
      const { headers, method } = request
      const show = (status: number, wrong?: string, search = '') =>
        reply(response, status, setupPage(consent, token, search, wrong))
      if (!isOwnHost(headers.host) || (method === 'GET' && !mayRead(headers)))
        return reply(response, 403, 'This page is for this machine alone.')
      if (method !== 'POST') return show(200)
      const form = await formOf(request)
      if (form === undefined || !mayChange(headers, form.get('token') ?? '', token)) return show(403)
      const search = form.get('search')?.trim() ?? ''
      const adapter = ADAPTER_NAMES.find((name) => name === form.get('adapter')) ?? 'json'
      if (form.get('consent') !== 'yes') return show(400, 'A peer does not start before you have agreed.', search)
      try {
        checkTemplate(search)
      } catch (error) {
        return show(400, error instanceof LetheError ? `${error.message}.` : 'This cannot be used.', search)
      }
      done(search, adapter, response)
    })
    listenHere(server, port).then(() => opened(addressOf(server)), reject)
  })
}
