// Which browser modules share a file. Few files: each costs part of a round trip.
import { isStyle, sheetOf } from './area-sheets.js'

const isPackage = (id) => id.includes('/node_modules/') || id.startsWith('\0') || id.startsWith('vite/')
const isRoot = (entry) => /\/app\/root\.tsx/.test(entry)
const isStart = (id) => /\/app\/entry\.client\.tsx/.test(id)
const isFrame = (entry) => /\/layouts\//.test(entry)
/** Accounts and admin pages use the gallery's frame. */
const areaOf = (entry) => {
  if (/\/(?:routes\/desk\/|layouts\/desk)/.test(entry)) return 'desk'
  return /\/(?:routes\/(?:gallery|account|admin)\/|layouts\/gallery)/.test(entry) ? 'gallery' : 'shop'
}

/** Lists do without what these pages show. */
const isProductPage = (entry) => /\/routes\/shop\/(?:fabric|kit|wishlist|compare)\.tsx/.test(entry)
const isFabricOrKit = (entry) => /\/routes\/shop\/(?:fabric|kit)\.tsx/.test(entry)
const isRecipePage = (entry) => /\/routes\/gallery\/recipe\.tsx/.test(entry)
/** Other first pages do without the lists' filters. */
const isProductList = (entry) => /\/routes\/shop\/(?:all-products|kits)\.tsx/.test(entry)
const isOrderPage = (entry) => /\/routes\/shop\/(?:success|order)\.tsx/.test(entry)
/** Where members write and manage accounts, the form of a report, and the admin page. */
const isMemberPage = (entry) =>
  /\/routes\/(?:account\/|admin\/|gallery\/(?:upload|recipe-edit|report))/.test(entry)
/** Photographs are chosen there as on members' pages. */
const isProductOfDesk = (entry) => /\/routes\/desk\/(?:product(?:-new)?|list-entry)\.tsx/.test(entry)
/** Texts are kept there as on members' pages. */
const hasDraftAtDesk = (entry) =>
  isProductOfDesk(entry) || /\/routes\/desk\/(?:settings-part|order-message|receive)\.tsx/.test(entry)
/** @param {string} entry a page or frame; the result is its style sheet besides that of every page, or undefined */
export const sheetOfEntry = (entry) => {
  if (isRoot(entry)) return undefined
  if (isMemberPage(entry)) return 'member'
  if (isProductPage(entry)) return 'product'
  if (isProductOfDesk(entry)) return 'desk-product'
  return isOrderPage(entry) ? 'order' : areaOf(entry)
}
const isFirstPage = (entry) =>
  /\/routes\/(?:shop\/(?:all-products|kits)|gallery\/search|(?:shop|gallery)\/home)\.tsx/.test(entry)

const whatBrings = (id, graph) => {
  const seen = new Set([id])
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  return [...seen]
}

/** No page imports it: it lies with what loads it. */
const isLoadedAlone = (id, graph) => {
  const brings = whatBrings(id, graph).map((one) => graph.getModuleInfo(one))
  return !brings.some((one) => one?.isEntry) && brings.some((one) => one?.dynamicImporters.length > 0)
}

/**
 * The file of a module: packages; what every page, or first pages of both areas, need; what an area's frame or several of
 * its pages need; what is also loaded on demand; what related or later pages share. Null: only one page needs it.
 */
const chunkOf = (id, graph) => {
  if (isPackage(id)) return isLoadedAlone(id, graph) ? null : 'vendor'
  if (isStyle(id)) return sheetOf(id, graph, sheetOfEntry)
  const brings = whatBrings(id, graph).map((one) => graph.getModuleInfo(one))
  const allEntries = brings.filter((one) => one?.isEntry).map((one) => one.id)
  const ofVisitors = allEntries.filter((entry) => areaOf(entry) !== 'desk')
  // Visitors must not load more because the desk shares a module.
  const entries = ofVisitors.length > 0 ? ofVisitors : allEntries
  const isLoadedOnDemand = brings.some((one) => one?.dynamicImporters.length > 0 && !one.isEntry)
  // The start module must not run before the page's own modules are loaded, so it shares no file with them.
  if (entries.every(isStart)) return null
  const areas = new Set(entries.map(areaOf))
  const isSeenLater = !entries.some((entry) => isRoot(entry) || isFrame(entry) || isFirstPage(entry))
  if (entries.some(isRoot)) return 'every-page'
  const ofShop = entries.filter((entry) => areaOf(entry) === 'shop')
  const isOfFirstShop = ofShop.some((entry) => isFrame(entry) || isFirstPage(entry))
  // The gallery's file holds its pages, so what these share with later pages of the
  // shop, or with what is loaded on demand, is in neither's file.
  const isOfGallery = entries.some((entry) => areaOf(entry) === 'gallery' && !isMemberPage(entry))
  if ((areas.size > 1 || (isSeenLater && isLoadedOnDemand)) && isOfGallery && !isOfFirstShop) return 'shared'
  if (areas.size > 1 && !isSeenLater) return 'every-page'
  // Loading a part on demand should not load all that these pages share.
  if (isSeenLater && isLoadedOnDemand) return entries.some(isFabricOrKit) ? 'on-demand' : 'later-on-demand'
  // The desk should not load all that one kind of other pages share.
  const ofDesk = allEntries.filter((entry) => areaOf(entry) === 'desk')
  // Except photographs, whose style is in the members' sheet, and drafts.
  const isOfDeskToo =
    entries.length < allEntries.length && !(entries.every(isMemberPage) && ofDesk.every(hasDraftAtDesk))
  if (
    isOfDeskToo &&
    entries.every((entry) => isProductPage(entry) || isOrderPage(entry) || isMemberPage(entry))
  )
    return 'later'
  if (entries.every(isProductPage) && entries.length > 1)
    return entries.some(isFabricOrKit) ? 'product' : 'kept-products'
  if (entries.every(isOrderPage) && entries.length > 1) return 'order'
  if (entries.every(isProductList) && entries.length > 1) return 'product-list'
  if (entries.every(isMemberPage) && entries.length > 1) return 'member'
  const [area] = areas
  // A recipe, which is often the first page of a visit, does without what lists and the home share.
  if (
    area === 'gallery' &&
    entries.length > 1 &&
    !entries.some((entry) => isFrame(entry) || isRecipePage(entry))
  )
    return 'gallery-list'
  if (isSeenLater && entries.length > 1 && (areas.size > 1 || area === 'shop')) return 'later'
  return area !== undefined && (entries.some(isFrame) || entries.length > 1) ? area : null
}

/** In the order in which groups take their modules. */
export const clientChunks = [
  'vendor',
  'every-page',
  'shared',
  'shop',
  'on-demand',
  'product',
  'product-list',
  'later-on-demand',
  'kept-products',
  'order',
  'later',
  'gallery',
  'gallery-list',
  'member',
  'desk',
].map((name) => ({
  debugName: name,
  name: (id, graph) => (chunkOf(id, graph) === name ? name : null),
}))
