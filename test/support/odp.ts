import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** How many categories below another, level by level, until enough. */
const BRANCHES = 12

/** Paths of a made-up directory: breadth first, so that a parent comes before its children. */
export function madeUpPaths(categories: number): string[] {
  const paths = ['Top']
  for (let parent = 0; paths.length <= categories; parent++)
    for (let i = 0; i < BRANCHES && paths.length <= categories; i++)
      paths.push(`${paths[parent]}/${word(paths.length)}`)
  return paths.slice(1)
}

/** A made-up name for a number, no two alike. */
export function word(n: number): string {
  const syllables = ['ba', 'co', 'du', 'fe', 'gi', 'ho', 'ju', 'ka', 'lo', 'mu', 'ne', 'pi', 'ro', 'sa', 'tu', 've']
  let name = ''
  for (let rest = n; rest > 0; rest = Math.floor(rest / 16)) name += syllables[rest % 16]
  return name[0]?.toUpperCase() + name.slice(1)
}

/** Writes a made-up directory in the syntax of the DMOZ dumps: structure.rdf.u8 and content.rdf.u8, a page to each category. */
export async function writeDump(folder: string, categories: number, gzip = false): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const paths = madeUpPaths(categories)
  const head = `<?xml version='1.0' encoding='UTF-8' ?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
<!-- Generated at 2014-02-23 00:07:12 EST from DMOZ 2.0 -->
`
  await write(join(folder, `structure.rdf.u8${gzip ? '.gz' : ''}`), gzip, function* () {
    yield `${head}<Topic r:id="">\n  <catid>0</catid>\n</Topic>\n<Topic r:id="Top">\n  <catid>1</catid>\n  <d:Title>Top</d:Title>\n</Topic>\n`
    for (const [i, path] of paths.entries()) {
      yield `<Topic r:id="${path}">
  <catid>${i + 2}</catid>
  <d:Title>${path.slice(path.lastIndexOf('/') + 1)}</d:Title>
  <d:Description>All about &lt;b&gt;${word(i + 7)}&lt;/b&gt; &amp; more</d:Description>
  <lastUpdate>2013-05-04 18:17:05</lastUpdate>
  <narrow r:resource="${path}/Below"/>
</Topic>
<Alias r:id="Other:${path}">
  <d:Title>Other</d:Title>
  <Target r:resource="${path}"/>
</Alias>
`
    }
    yield '</RDF>\n'
  })
  await write(join(folder, `content.rdf.u8${gzip ? '.gz' : ''}`), gzip, function* () {
    yield head
    for (const [i, path] of paths.entries()) {
      yield `<Topic r:id="${path}">
  <catid>${i + 2}</catid>
  <link r:resource="http://site${i}.example/"></link>
</Topic>

<ExternalPage about="http://site${i}.example/">
  <d:Title>${word(i + 2)} &amp; ${word(i + 3)}&#39;s House</d:Title>
  <d:Description>A page.</d:Description>
  <topic>${path}</topic>
</ExternalPage>

`
    }
    yield '</RDF>\n'
  })
}

async function write(path: string, gzip: boolean, lines: () => Iterable<string>): Promise<void> {
  const file = createWriteStream(path)
  const out = gzip ? createGzip({ level: 1 }) : file
  if (gzip) out.pipe(file)
  for (const line of lines()) if (!out.write(line)) await once(out, 'drain')
  out.end()
  await finished(file)
}
