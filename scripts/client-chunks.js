// Which modules of the browser share a file: few files, for each costs part of a round trip.
import { isStyle, sheetOf } from './area-sheets.js'

const isPackage = (id) => id.includes('/node_modules/') || id.startsWith('\0') || id.startsWith('vite/')
const isRoot = (entry) => /\/app\/root\.tsx/.test(entry)
const isStart = (id) => /\/app\/entry\.client\.tsx/.test(id)
const isFrame = (entry) => /\/layouts\//.test(entry)
/** The owner's desk; the pages of accounts and of the admin have the gallery's frame. */
const areaOf = (entry) => {
  if (/\/(?:routes\/desk\/|layouts\/desk)/.test(entry)) return 'desk'
  return /\/(?:routes\/(?:gallery|account|admin)\/|layouts\/gallery)/.test(entry) ? 'gallery' : 'shop'
}

/** The pages of one fabric, of one kit and of what a device keeps and compares; lists do without what these show. */
const isProductPage = (entry) => /\/routes\/shop\/(?:fabric|kit|wishlist|compare)\.tsx/.test(entry)
/** The lists of products: other first pages do without their filters. */
const isProductList = (entry) => /\/routes\/shop\/(?:all-products|kits)\.tsx/.test(entry)
/** The pages that show an order. */
const isOrderPage = (entry) => /\/routes\/shop\/(?:success|order)\.tsx/.test(entry)
/** The pages where members write and manage their accounts, and the admin's. */
const isMemberPage = (entry) => /\/routes\/(?:account\/|admin\/|gallery\/(?:upload|recipe-edit))/.test(entry)
/** The forms of a product at the desk, whose photographs are chosen as members choose theirs. */
const isProductOfDesk = (entry) => /\/routes\/desk\/(?:product(?:-new)?|list-entry)\.tsx/.test(entry)
/**
 * The style sheet that an entry needs beside that of every page; undefined for what stands around all pages.
 * @param {string} entry
 */
export const sheetOfEntry = (entry) => {
  if (isRoot(entry)) return undefined
  if (isMemberPage(entry)) return 'member'
  if (isProductPage(entry)) return 'product'
  if (isProductOfDesk(entry)) return 'desk-product'
  return isOrderPage(entry) ? 'order' : areaOf(entry)
}
/** Where visits begin. */
const isFirstPage = (entry) =>
  /\/routes\/(?:shop\/(?:all-products|kits)|gallery\/search|(?:shop|gallery)\/home)\.tsx/.test(entry)

/** The modules that import this one, near or far; never what loads it on demand. */
const whatBrings = (id, graph) => {
  const seen = new Set([id])
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  return [...seen]
}

/**
 * The file of a module: the packages; what every page needs, or first pages of both areas; what the frame of one area or several
 * of its pages need, so that the gallery never carries the shop's frame; what is also loaded on demand; what the pages of products
 * share, their lists, those of an order, and a member's own pages; what others share that no visit begins with. Null leaves it to the page that needs it. A style
 * goes with the sheet that it is in.
 * @param {string} id
 * @param {{ getModuleInfo(id: string): { id: string, importers: string[], dynamicImporters: string[], isEntry: boolean } | null }} graph
 * @returns {string | null}
 */
const chunkOf = (id, graph) => {
  if (isPackage(id)) return 'vendor'
  if (isStyle(id)) return sheetOf(id, graph, sheetOfEntry)
  const brings = whatBrings(id, graph).map((one) => graph.getModuleInfo(one))
  const allEntries = brings.filter((one) => one?.isEntry).map((one) => one.id)
  const ofVisitors = allEntries.filter((entry) => areaOf(entry) !== 'desk')
  // The desk takes what it shares from where visitors have it: they load nothing more for its sake.
  const entries = ofVisitors.length > 0 ? ofVisitors : allEntries
  const isLoadedOnDemand = brings.some((one) => one?.dynamicImporters.length > 0 && !one.isEntry)
  // It starts the page, and must not run before the page's own modules are there: it shares a file with none of them.
  if (entries.every(isStart)) return null
  const areas = new Set(entries.map(areaOf))
  const isSeenLater = !entries.some((entry) => isRoot(entry) || isFrame(entry) || isFirstPage(entry))
  if (entries.some(isRoot) || (areas.size > 1 && !isSeenLater)) return 'every-page'
  // Anyone who needs a part on demand should not have to load all that these pages share.
  if (isSeenLater && isLoadedOnDemand) return 'on-demand'
  // The desk should not have to load all that one kind of other pages share.
  const ofDesk = allEntries.filter((entry) => areaOf(entry) === 'desk')
  // But for photographs, whose style goes with their script into the sheet of members.
  const isOfDeskToo =
    entries.length < allEntries.length && !(entries.every(isMemberPage) && ofDesk.every(isProductOfDesk))
  if (
    isOfDeskToo &&
    entries.every((entry) => isProductPage(entry) || isOrderPage(entry) || isMemberPage(entry))
  )
    return 'later'
  if (entries.every(isProductPage) && entries.length > 1) return 'product'
  if (entries.every(isOrderPage) && entries.length > 1) return 'order'
  if (entries.every(isProductList) && entries.length > 1) return 'product-list'
  if (entries.every(isMemberPage) && entries.length > 1) return 'member'
  const [area] = areas
  if (isSeenLater && entries.length > 1 && (areas.size > 1 || area === 'shop')) return 'later'
  return area !== undefined && (entries.some(isFrame) || entries.length > 1) ? area : null
}

/** The groups in the order in which they take their modules, each with what its modules import. */
export const clientChunks = [
  'vendor',
  'every-page',
  'shop',
  'on-demand',
  'product',
  'product-list',
  'order',
  'later',
  'gallery',
  'member',
  'desk',
].map((name) => ({
  debugName: name,
  name: (id, graph) => (chunkOf(id, graph) === name ? name : null),
}))
