import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const nameOfAll = /^manifest-(.+\.js)$/
/** The desk's, which is opened by a document of its own, and what is shown within one of its pages. Calls stay: the router makes some. */
const isOfDesk = ({ id, parentId = '', path = '' }) =>
  [id, parentId].some((name) => /^(?:routes|layouts)\/desk/.test(name)) || path.startsWith('admin/')

/** What the router does not read in the browser. */
const isForServer = (name) => name === 'hasDefaultExport'

const addressOfVisitors = (address) => address.replace(/\/manifest-(?=[^/]+$)/, '/visitors-')

const isSaid = (value) => value !== false && !(Array.isArray(value) && value.length === 0)

/** @param {string} text a script of the router's: what pages of the desk load */
export const manifestOfVisitors = (text) => {
  const [, start = '', json = '', end = ''] = /^([^{]*)(\{.*\})(;?\s*)$/s.exec(text) ?? []
  const all = JSON.parse(json)
  const routes = Object.entries(all.routes)
    .filter(([, route]) => !isOfDesk(route))
    .map(([id, route]) => [
      id,
      Object.fromEntries(
        Object.entries(route).filter(([name, value]) => isSaid(value) && !isForServer(name)),
      ),
    ])
  // Its own address, which the page names and React compares.
  const url = addressOfVisitors(all.url)
  return start + JSON.stringify({ ...all, url, routes: Object.fromEntries(routes) }) + end
}

/**
 * Writes the list of routes that pages of visitors load, beside the whole one (docs/decisions/0169). `app/entry.server.tsx` names it. Both
 * begin with `first`, since they are what a page's scripts begin with.
 * @param {string} folder of the browser's files
 * @param {string} first a script that has to run before React
 */
export async function writeManifestOfVisitors(folder, first) {
  const assets = join(folder, 'assets')
  for (const file of await readdir(assets)) {
    const [, rest] = nameOfAll.exec(file) ?? []
    if (rest === undefined) continue
    const all = await readFile(join(assets, file), 'utf8')
    await writeFile(join(assets, `visitors-${rest}`), `${first}\n${manifestOfVisitors(all)}`)
    await writeFile(join(assets, file), `${first}\n${all}`)
  }
}
