import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partsOfSheet } from './page-styles.js'

// The browser's style sheets: one for every page, one per area, others for pages that few visits open (docs/decisions/0078).

const sheets = ['every-page', 'shop', 'product', 'order', 'gallery', 'member', 'desk']

/** Which sheets a page has besides that of every page, in the order of their rules (`styleSheetsOf` in app/ui/style-sheets.tsx). */
export const sheetsOfPages = [
  ['shop'],
  ['shop', 'product'],
  ['shop', 'order'],
  ['gallery'],
  ['gallery', 'member'],
  ['desk'],
  ['desk', 'order'],
  ['desk', 'member'],
]

/** @typedef {{ getModuleInfo(id: string): { importers: string[], dynamicImporters: string[], isEntry: boolean } | null }} Graph */

/** @param {string} id */
export const isStyle = (id) => /\.css$/.test(id)

/**
 * The sheet of the one area whose pages load the style, also on demand; otherwise that of every page.
 * @param {string} id
 * @param {Graph} graph
 * @param {(entry: string) => string | undefined} areaOf the area of a page or frame; undefined for what is around all pages
 */
export const sheetOf = (id, graph, areaOf) => {
  const seen = new Set([id])
  for (const one of seen) {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
    for (const importer of [...importers, ...dynamicImporters]) seen.add(importer)
  }
  const entries = [...seen].filter((one) => graph.getModuleInfo(one)?.isEntry)
  const areas = new Set(entries.map(areaOf))
  if (areas.has('shop')) for (const part of ['product', 'order']) areas.delete(part)
  if (areas.has('gallery')) areas.delete('member')
  // The desk's product forms load its sheet and the members'.
  if (areas.delete('desk-product') && (areas.size === 0 || !areas.has('member'))) areas.add('desk')
  const [area] = areas
  return areas.size === 1 && area !== undefined ? area : 'every-page'
}

/** @returns {import('vite').Plugin} removes styles from scripts, since pages bring their own (app/ui/style-sheets.tsx) */
export const areaSheets = () => ({
  name: 'area-sheets',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.viteMetadata?.importedCss.clear()
        else if (isStyle(file.fileName) && !sheets.some((name) => file.names.includes(`${name}.css`)))
          this.error(`${file.fileName} belongs to the style sheet of no area`)
      }
    },
  },
})

/**
 * Gives all sheets of a build one hash, so that a page that knows the address of one knows all (app/ui/style-sheets.tsx), and writes one
 * file with all sheets of a page, `page-shop-product-….css`: loaded one after the other, an earlier sheet's rules would for a moment win over those
 * of a later one that the page carries itself (docs/decisions/0164). For the server its rules stand in a file of its own.
 * @param {string} folder of the build
 */
export const writePageSheets = async (folder) => {
  const assets = join(folder, 'client', 'assets')
  const files = await readdir(assets)
  const texts = new Map()
  const isOf = (sheet, file) => new RegExp(`^${sheet}-[\\w-]{8}\\.css$`).test(file)
  // The router brings those of the server's build too, which no page asks for.
  for (const file of files)
    if (isStyle(file) && !sheets.some((sheet) => isOf(sheet, file))) await rm(join(assets, file))
  for (const sheet of sheets) {
    const file = files.find((one) => isOf(sheet, one))
    if (file === undefined) throw new Error(`the build has no style sheet ${sheet}`)
    texts.set(sheet, (await readFile(join(assets, file), 'utf8')).trim())
    await rm(join(assets, file))
  }
  const hash = createHash('sha256')
    .update([...texts.values()].join('\n'))
    .digest('base64url')
    .slice(0, 8)
  for (const [sheet, text] of texts) await writeFile(join(assets, `${sheet}-${hash}.css`), `${text}\n`)
  for (const names of sheetsOfPages) {
    const text = ['every-page', ...names].map((name) => texts.get(name)).join('\n')
    const page = `page-${names.join('-')}`
    await writeFile(join(assets, `${page}-${hash}.css`), `${text}\n`)
    await writeFile(join(folder, 'server', `${page}.json`), JSON.stringify(partsOfSheet(text)))
  }
}
