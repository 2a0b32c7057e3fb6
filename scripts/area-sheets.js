import { createHash } from 'node:crypto'
import { relative } from 'node:path'

// The style sheets of the browser: one for every page, one for each area, and for what few visits open (docs/decisions/0078).

const sheets = ['every-page', 'shop', 'product', 'order', 'gallery', 'member', 'desk']

/** @typedef {{ getModuleInfo(id: string): { importers: string[], dynamicImporters: string[], isEntry: boolean } | null }} Graph */

/** @param {string} id */
export const isStyle = (id) => /\.css$/.test(id)

/**
 * The sheet of a style: that of the one area whose pages bring it, also on demand, or that of every page. The pages of an order
 * have the shop's too, a member's own pages the gallery's.
 * @param {string} id
 * @param {Graph} graph
 * @param {(entry: string) => string | undefined} areaOf the area of a page or frame; undefined for what stands around all of them
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
  // The forms of a product at the desk have its sheet and that of a member's own pages.
  if (areas.delete('desk-product') && (areas.size === 0 || !areas.has('member'))) areas.add('desk')
  const [area] = areas
  return areas.size === 1 && area !== undefined ? area : 'every-page'
}

/**
 * The pages bring the sheets themselves (app/ui/style-sheets.tsx): router and bundler, which would load with each script the styles of
 * its modules, need not know of them. The build fails when a style is in another file.
 * @returns {import('vite').Plugin}
 */
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
 * The name of a class in the page: short, for a first visit brings it three times, with the page, its script and the sheet.
 * @param {string} name
 * @param {string} file
 */
export const classNameIn = (name, file) => {
  const path = relative(process.cwd(), file.replace(/\?.*$/, '')).replaceAll('\\', '/')
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}
