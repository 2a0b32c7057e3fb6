import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'

/** One GET as it comes over the wire: nothing is decompressed. */
export const get = (origin, path, headers = {}) =>
  new Promise((resolve, reject) => {
    request(new URL(path, origin), { headers, agent: false }, async (answer) => {
      const body = await buffer(answer)
      resolve({ status: answer.statusCode, headers: answer.headers, body })
    })
      .on('error', reject)
      .end()
  })

const kindOf = (path) => (path.endsWith('.css') ? 'CSS' : path.endsWith('.js') ? 'JavaScript' : undefined)

/** The styles and scripts that a page's own tags and inline imports name. */
const filesOf = (html) => {
  const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"|["'](\/assets\/[^"']+\.js)["']/g)]
  return [...new Set(named.map(([, tag, inline]) => tag ?? inline))].filter(kindOf)
}

/** A table of what a first visit brings: kind, number of files, brotli bytes, bytes unpacked. */
export const bytesOfFirstVisit = async (origin, path) => {
  const headers = { 'accept-encoding': 'br' }
  const unpacked = ({ headers: sent, body }) =>
    (sent['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).length
  const page = await get(origin, path, headers)
  const html = brotliDecompressSync(page.body).toString()
  const files = await Promise.all(
    filesOf(html).map(async (file) => ({ kind: kindOf(file), answer: await get(origin, file, headers) })),
  )
  const all = [{ kind: 'HTML', answer: page }, ...files]
  const rows = ['HTML', 'CSS', 'JavaScript'].map((kind) => {
    const answers = all.filter((each) => each.kind === kind).map(({ answer }) => answer)
    return [
      kind,
      answers.length,
      answers.reduce((sum, { body }) => sum + body.length, 0),
      answers.reduce((sum, answer) => sum + unpacked(answer), 0),
    ]
  })
  return [['', 'files', 'sent', 'unpacked'], ...rows]
}
