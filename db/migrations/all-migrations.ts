import type { Migration } from 'kysely/migration'
import { settings } from './0001-settings.ts'
import { products } from './0002-products.ts'
import { orders } from './0003-orders.ts'
import { mail } from './0004-mail.ts'
import { rateLimits } from './0005-rate-limits.ts'
import { kitsLinksNews } from './0006-kits-links-news.ts'
import { feedTroubles } from './0010-feed-troubles.ts'
import { closedProducts } from './0011-closed-products.ts'
import { mailSubjects } from './0012-mail-subjects.ts'
import { members } from './0013-members.ts'
import { demoMembers } from './0014-demo-members.ts'
import { ordersByAddress } from './0015-orders-by-address.ts'
import { works } from './0020-works.ts'
import { searchIndex } from './0021-search-index.ts'
import { firstLists } from './0022-first-lists.ts'
import { reactions } from './0023-reactions.ts'
import { comments } from './0024-comments.ts'
import { curation } from './0025-curation.ts'
import { productPages } from './0030-product-pages.ts'
import { readings } from './0032-readings.ts'
import { pictureSources } from './0034-picture-sources.ts'
import { picturesOfOrders } from './0035-pictures-of-orders.ts'
import { visibleWorks } from './0036-visible-works.ts'
import { recipeUploads } from './0042-recipe-uploads.ts'
import { uploadOwners } from './0043-upload-owners.ts'
import { keptMails } from './0044-kept-mails.ts'
import { placesOfWorks } from './0046-places-of-works.ts'
import { hiding } from './0048-hiding.ts'
import { heldPrices } from './0049-held-prices.ts'
import { payments } from './0052-payments.ts'
import { keptWithOrders } from './0053-kept-with-orders.ts'
import { likesOfDocuments } from './0054-likes-of-documents.ts'
import { noStock } from './0055-no-stock.ts'
import { audit } from './0056-audit.ts'
import { ordersToTheirEnd } from './0057-orders-to-their-end.ts'
import { deskAccess } from './0058-desk-access.ts'
import { alarms } from './0059-alarms.ts'
import { parcels } from './0060-parcels.ts'
import { moneyThatGoesBack } from './0061-money-that-goes-back.ts'
import { listsOfOrders } from './0062-lists-of-orders.ts'
import { tiesOfWorks } from './0063-ties-of-works.ts'
import { restockRequests } from './0065-restock-requests.ts'
import { ownSearchWords } from './0066-search-words.ts'
import { zeroHits } from './0067-zero-hits.ts'
import { photographsOfWorks } from './0068-photographs-of-works.ts'
import { keptPrices } from './0073-kept-prices.ts'
import { stock } from './0074-stock.ts'
import { productFiles } from './0077-product-files.ts'
import { feedDesk } from './0078-feed-desk.ts'
import { daysOfLists } from './0079-days-of-lists.ts'
import { placesOfKits } from './0080-places-of-kits.ts'
import { restOfTheDesk } from './0082-rest-of-the-desk.ts'
import { urgentAlarms } from './0084-urgent-alarms.ts'
import { normalisedProducts } from './0085-normalised-products.ts'
import { formerMembers } from './0089-former-members.ts'
import { furtherParcels } from './0092-further-parcels.ts'
import { textsThatAreRanked } from './0093-texts-that-are-ranked.ts'
import { namesOfPdfs } from './0097-names-of-pdfs.ts'
import { actsOfEvents } from './0098-acts-of-events.ts'
import { factsOfProducts } from './0099-facts-of-products.ts'
import { washingOfFabrics } from './0100-washing-of-fabrics.ts'
import { parcelsByNumber } from './0101-parcels-by-number.ts'
import { exportsOfOrders } from './0102-exports-of-orders.ts'
import { whoTicked } from './0103-who-ticked.ts'
import { rowsOfFeedProblems } from './0106-rows-of-feed-problems.ts'
import { ordersAsSearched } from './0107-orders-as-searched.ts'
import { mailsPutAside } from './0108-mails-put-aside.ts'
import { orderMessages } from './0112-order-messages.ts'
import { refundsByTime } from './0115-refunds-by-time.ts'
import { exchangesOfOrders } from './0116-exchanges-of-orders.ts'
import { reorders } from './0118-reorders.ts'
import { countsOfFiles } from './0119-counts-of-files.ts'
import { receiving } from './0120-receiving.ts'
import { deskViews } from './0125-desk-views.ts'
import { pressesInTheLog } from './0127-presses-in-the-log.ts'
import { receipts } from './0128-receipts.ts'
import { salesLedger } from './0130-sales-ledger.ts'
import { reports } from './0133-reports.ts'
import { standingOfMembers } from './0135-standing-of-members.ts'
import { membersByTime } from './0136-members-by-time.ts'
import { blocksBetweenMembers } from './0137-blocks-between-members.ts'
import { passkeysOfMembers } from './0138-passkeys-of-members.ts'
import { numbersOfSales } from './0141-numbers-of-sales.ts'
import { stopsAndWaitingReports } from './0142-stops-and-waiting-reports.ts'
import { droppedRefunds } from './0146-dropped-refunds.ts'
import { refundsForgone } from './0147-refunds-forgone.ts'

/**
 * Number of the last migration of the oldest release that may still write the newest schema; 0 while all may. Two releases
 * run side by side (D51): additions leave it; a removal follows one release after the last use, and names that release here.
 */
export const writableSince = 0

/** Run once each in this order; never change a released one. Times are `bigint` (epoch ms), flags 0/1, JSON and ids `text`. */
export const allMigrations: Record<string, Migration> = {
  '0001-settings': settings,
  '0002-products': products,
  '0003-orders': orders,
  '0004-mail': mail,
  '0005-rate-limits': rateLimits,
  '0006-kits-links-news': kitsLinksNews,
  '0010-feed-troubles': feedTroubles,
  '0011-closed-products': closedProducts,
  '0012-mail-subjects': mailSubjects,
  '0013-members': members,
  '0014-demo-members': demoMembers,
  '0015-orders-by-address': ordersByAddress,
  '0020-works': works,
  '0021-search-index': searchIndex,
  '0022-first-lists': firstLists,
  '0023-reactions': reactions,
  '0024-comments': comments,
  '0025-curation': curation,
  '0030-product-pages': productPages,
  '0032-readings': readings,
  '0034-picture-sources': pictureSources,
  '0035-pictures-of-orders': picturesOfOrders,
  '0036-visible-works': visibleWorks,
  '0042-recipe-uploads': recipeUploads,
  '0043-upload-owners': uploadOwners,
  '0044-kept-mails': keptMails,
  '0046-places-of-works': placesOfWorks,
  '0048-hiding': hiding,
  '0049-held-prices': heldPrices,
  '0052-payments': payments,
  '0053-kept-with-orders': keptWithOrders,
  '0054-likes-of-documents': likesOfDocuments,
  '0055-no-stock': noStock,
  '0056-audit': audit,
  '0057-orders-to-their-end': ordersToTheirEnd,
  '0058-desk-access': deskAccess,
  '0059-alarms': alarms,
  '0060-parcels': parcels,
  '0061-money-that-goes-back': moneyThatGoesBack,
  '0062-lists-of-orders': listsOfOrders,
  '0063-ties-of-works': tiesOfWorks,
  '0065-restock-requests': restockRequests,
  '0066-search-words': ownSearchWords,
  '0067-zero-hits': zeroHits,
  '0068-photographs-of-works': photographsOfWorks,
  '0073-kept-prices': keptPrices,
  '0074-stock': stock,
  '0077-product-files': productFiles,
  '0078-feed-desk': feedDesk,
  '0079-days-of-lists': daysOfLists,
  '0080-places-of-kits': placesOfKits,
  '0082-rest-of-the-desk': restOfTheDesk,
  '0084-urgent-alarms': urgentAlarms,
  '0085-normalised-products': normalisedProducts,
  '0089-former-members': formerMembers,
  '0092-further-parcels': furtherParcels,
  '0093-texts-that-are-ranked': textsThatAreRanked,
  '0097-names-of-pdfs': namesOfPdfs,
  '0098-acts-of-events': actsOfEvents,
  '0099-facts-of-products': factsOfProducts,
  '0100-washing-of-fabrics': washingOfFabrics,
  '0101-parcels-by-number': parcelsByNumber,
  '0102-exports-of-orders': exportsOfOrders,
  '0103-who-ticked': whoTicked,
  '0106-rows-of-feed-problems': rowsOfFeedProblems,
  '0107-orders-as-searched': ordersAsSearched,
  '0108-mails-put-aside': mailsPutAside,
  '0112-order-messages': orderMessages,
  '0115-refunds-by-time': refundsByTime,
  '0116-exchanges-of-orders': exchangesOfOrders,
  '0118-reorders': reorders,
  '0119-counts-of-files': countsOfFiles,
  '0120-receiving': receiving,
  '0125-desk-views': deskViews,
  '0127-presses-in-the-log': pressesInTheLog,
  '0128-receipts': receipts,
  '0130-sales-ledger': salesLedger,
  '0133-reports': reports,
  '0135-standing-of-members': standingOfMembers,
  '0136-members-by-time': membersByTime,
  '0137-blocks-between-members': blocksBetweenMembers,
  '0138-passkeys-of-members': passkeysOfMembers,
  '0141-numbers-of-sales': numbersOfSales,
  '0142-stops-and-waiting-reports': stopsAndWaitingReports,
  '0146-dropped-refunds': droppedRefunds,
  '0147-refunds-forgone': refundsForgone,
}
