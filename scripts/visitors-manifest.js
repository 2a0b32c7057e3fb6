import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const nameOfAll = /^manifest-(.+\.js)$/
/** The desk's, which is opened by a document of its own, and what is called without the router. */
const isForNobody = (id) => /^(?:(?:routes|layouts)\/desk|routes\/api\/)/.test(id)

const isSaid = (value) => value !== false && !(Array.isArray(value) && value.length === 0)

/** @param {string} text a script of the router's: what pages of the desk load */
export const manifestOfVisitors = (text) => {
  const [, start = '', json = '', end = ''] = /^([^{]*)(\{.*\})(;?\s*)$/s.exec(text) ?? []
  const all = JSON.parse(json)
  const routes = Object.entries(all.routes)
    .filter(([id]) => !isForNobody(id))
    .map(([id, route]) => [
      id,
      Object.fromEntries(Object.entries(route).filter(([, value]) => isSaid(value))),
    ])
  return start + JSON.stringify({ ...all, routes: Object.fromEntries(routes) }) + end
}

/**
 * Writes the list of routes that pages of visitors load, beside the whole one (docs/decisions/0169). `app/entry.server.tsx` names it.
 * @param {string} folder of the browser's files
 */
export async function writeManifestOfVisitors(folder) {
  const assets = join(folder, 'assets')
  for (const file of await readdir(assets)) {
    const [, rest] = nameOfAll.exec(file) ?? []
    if (rest === undefined) continue
    await writeFile(
      join(assets, `visitors-${rest}`),
      manifestOfVisitors(await readFile(join(assets, file), 'utf8')),
    )
  }
}
