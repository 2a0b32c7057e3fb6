import { demoComments } from '#demo/comments.ts'
import { readDemoUpload } from '#demo/demo-uploads.ts'
import { demoFabrics, demoStock } from '#demo/fabrics.ts'
import { demoKits } from '#demo/kits.ts'
import { demoLinks } from '#demo/links.ts'
import { demoDeskPeople, demoLogins, everybodyInDemo } from '#demo/members.ts'
import { demoNews } from '#demo/news.ts'
import { demoOrders } from '#demo/orders.ts'
import { demoReactions } from '#demo/reactions.ts'
import { demoRecipes } from '#demo/recipes.ts'
import { alarmSources } from './desk-parts.server.ts'
import type { Feature } from './feature.server.ts'
import { forgetOldLinksJob } from './features/accounts/jobs.server.ts'
import { memberCommand } from './features/accounts/owner.commands.server.ts'
import { removeDemoMembers, seedDemoMembers } from './features/accounts/profile/demo.commands.server.ts'
import { releasePhoto } from './features/accounts/profile/profile.commands.server.ts'
import { photosInUse, photosShownBy } from './features/accounts/profile/profile.queries.server.ts'
import { backupJobs } from './features/backups/jobs.server.ts'
import { forgetAuthor } from './features/comments/commands.server.ts'
import { removeDemoComments, seedDemoComments } from './features/comments/demo.commands.server.ts'
import { watchCommentsJob } from './features/comments/jobs.server.ts'
import { hidingCommand } from './features/comments/owner.commands.server.ts'
import { removeDemoDeskPeople, seedDemoDeskPeople } from './features/desk/access/demo.commands.server.ts'
import { deskCommand } from './features/desk/access/owner.commands.server.ts'
import { watchAlarmsJob } from './features/desk/alarms/jobs.server.ts'
import { testMailCommand } from './features/desk/owner.commands.server.ts'
import { forgetTestMail } from './features/desk/test-mail.commands.server.ts'
import { shopCommand } from './features/orders/checkout/owner.commands.server.ts'
import { removeDemoOrders, seedDemoOrders } from './features/orders/desk/demo.commands.server.ts'
import { ordersCommand } from './features/orders/desk/owner.commands.server.ts'
import { foldOrdersAgain, keepFormerIssuer } from './features/orders/filling.commands.server.ts'
import { fillOrdersJob, forgetUnpaidOrdersJob } from './features/orders/jobs.server.ts'
import { paymentJobs } from './features/orders/payment/jobs.server.ts'
import { adoptionCommand } from './features/orders/payment/owner.commands.server.ts'
import { uploadsOfOrders } from './features/orders/queries.server.ts'
import { refundJobs } from './features/orders/refund/jobs.server.ts'
import { refundCommand } from './features/orders/refund/owner.commands.server.ts'
import type { UploadsInUse } from './features/pictures/collection.commands.server.ts'
import { releaseWaiting } from './features/pictures/commands.server.ts'
import {
  collectUploadsJob,
  copyPicturesJob,
  type ReadProductPictures,
  sweepPicturesJob,
  watchPicturesJob,
} from './features/pictures/jobs.server.ts'
import type { UploadsShownBy } from './features/pictures/missing.queries.server.ts'
import { picturesCommand } from './features/pictures/owner.commands.server.ts'
import { productUploads, productUploadsShownBy } from './features/pictures/sources.queries.server.ts'
import { openAllItems } from './features/products/closing.commands.server.ts'
import { removeDemoProducts } from './features/products/commands.server.ts'
import { seedDemoFabrics, seedDemoKits } from './features/products/desk/demo.commands.server.ts'
import { chooseFeed, forgetFeed } from './features/products/feed/feed.commands.server.ts'
import { uploadsOfAdditions, uploadsShownByAdditions } from './features/products/feed/feed.queries.server.ts'
import { feedImportJob, feedTroubleJob } from './features/products/feed/jobs.server.ts'
import { feedCommand } from './features/products/feed/owner.commands.server.ts'
import {
  fillFabricIndex,
  fillKitIndex,
  indexAllFabrics,
  indexAllKits,
} from './features/products/indexing.commands.server.ts'
import { removeDemoKits } from './features/products/kit.commands.server.ts'
import { kitPictures } from './features/products/kit.queries.server.ts'
import { normaliseProducts, normaliseProductsJob } from './features/products/normalising.commands.server.ts'
import {
  fabricPictures,
  productSitemap,
  productTotal,
  uploadsOfProducts,
  uploadsShownByProducts,
} from './features/products/product.queries.server.ts'
import { removeDemoReactions, seedDemoReactions } from './features/reactions/demo.commands.server.ts'
import { recountLikesJob } from './features/reactions/jobs.server.ts'
import { forgetReactionsOf } from './features/reactions/upkeep.commands.server.ts'
import { foldListsAgain } from './features/recipes/curation/curated-rows.server.ts'
import { uploadsOfCuration, uploadsShownByCuration } from './features/recipes/curation/queries.server.ts'
import { removeDemoRecipes, seedDemoRecipes } from './features/recipes/demo.commands.server.ts'
import {
  foldTagsAgain,
  indexAllRecipes,
  indexRecipesJob,
  indexRecipesOf,
  rankedTextsJob,
  removeRecipesOf,
} from './features/recipes/indexing.commands.server.ts'
import {
  authorSitemap,
  authorTotal,
  listSitemap,
  recipeSitemap,
  recipeTotal,
} from './features/recipes/list.queries.server.ts'
import {
  releaseUploadsOf,
  uploadsOfRecipes,
  uploadsShownByRecipes,
} from './features/recipes/uploads.commands.server.ts'
import { foldWordsAgain } from './features/search/words/commands.server.ts'
import { storeZeroHitsJob } from './features/search/words/jobs.server.ts'
import { zeroHitsCommand } from './features/search/words/owner.commands.server.ts'
import { removeDemoLists, seedDemoLists } from './features/shop/news-and-collaborations/commands.server.ts'
import { listsCommand } from './features/shop/news-and-collaborations/owner.commands.server.ts'
import {
  collaborationPictures,
  uploadsOfCollaborations,
  uploadsShownByCollaborations,
} from './features/shop/news-and-collaborations/queries.server.ts'
import { settingsCommand } from './features/shop/settings/owner.commands.server.ts'
import { forgetAllRestocks } from './features/stock/restock/commands.server.ts'
import { forgetRestocksJob, tellRestocksJob } from './features/stock/restock/jobs.server.ts'
import { productDeskFeatures } from './product-desk-features.server.ts'
import { forgetDeskSettings } from './server/desk-settings.ts'
import { stockFeatures } from './stock-features.server.ts'

export const features: readonly Feature[] = [
  {
    name: 'pictures',
    tables: ['upload', 'uploadOwner', 'pictureSource'],
    uploadsInUse: productUploads,
    uploadsShownBy: productUploadsShownBy,
    onMemberGone: releaseWaiting,
    jobs: (ctx) => [
      watchPicturesJob(ctx, { uploadsInUse, uploadsShownBy }),
      collectUploadsJob(ctx, { uploadsInUse, uploadsShownBy }, productPictures),
      sweepPicturesJob(ctx),
      copyPicturesJob(ctx, productPictures),
    ],
    commands: { pictures: picturesCommand },
  },
  {
    name: 'profiles',
    tables: ['memberProfile'],
    uploadsInUse: photosInUse,
    uploadsShownBy: photosShownBy,
    onMemberGone: releasePhoto,
    demo: {
      put: (ctx) => seedDemoMembers(ctx, everybodyInDemo),
      remove: removeDemoMembers,
      announcements: demoLogins,
    },
  },
  {
    name: 'accounts',
    tables: [],
    jobs: (ctx) => [forgetOldLinksJob(ctx)],
    commands: { member: memberCommand },
  },
  {
    name: 'desk-access',
    tables: [],
    demo: { put: (ctx) => seedDemoDeskPeople(ctx, demoDeskPeople), remove: removeDemoDeskPeople },
    commands: { desk: deskCommand },
  },
  { name: 'holidays', tables: [] },
  { name: 'delivery-dates', tables: [] },
  {
    name: 'products',
    tables: ['product', 'kit', 'closedProduct'],
    prepare: async (ctx) => {
      await fillFabricIndex(ctx)
      await fillKitIndex(ctx)
      await normaliseProducts(ctx)
    },
    jobs: (ctx) => [normaliseProductsJob(ctx)],
    rebuildSearch: async (trx) => {
      await indexAllFabrics(trx)
      await indexAllKits(trx)
    },
    demo: {
      put: async (ctx) => {
        await seedDemoFabrics(ctx, { fabrics: demoFabrics, read: readDemoUpload })
        await seedDemoKits(ctx, { kits: demoKits, read: readDemoUpload })
      },
      remove: async (ctx) => {
        await removeDemoKits(ctx)
        await openAllItems(ctx)
        await removeDemoProducts(ctx)
      },
    },
    productPictures: async (db) => [await fabricPictures(db), await kitPictures(db)],
    uploadsInUse: uploadsOfProducts,
    uploadsShownBy: uploadsShownByProducts,
    sitemap: [{ name: 'goods', count: productTotal, entries: productSitemap }],
  },
  ...stockFeatures(demoStock),
  {
    name: 'product-feed',
    tables: ['feedImport', 'feedProblem', 'heldPrice', 'feedAddition'],
    uploadsInUse: uploadsOfAdditions,
    uploadsShownBy: uploadsShownByAdditions,
    prepare: (ctx) => chooseFeed(ctx, ctx.feedUrl),
    jobs: (ctx) => (ctx.feedUrl === undefined ? [] : [feedImportJob(ctx), feedTroubleJob(ctx)]),
    demo: { remove: forgetFeed },
    commands: { feed: feedCommand },
  },
  ...productDeskFeatures,
  {
    name: 'search-words',
    tables: ['searchWord', 'zeroHit'],
    jobs: (ctx) => [storeZeroHitsJob(ctx)],
    foldAgain: foldWordsAgain,
    commands: { content: zeroHitsCommand },
  },
  {
    name: 'news-and-collaborations',
    tables: ['linkItem', 'news'],
    uploadsInUse: uploadsOfCollaborations,
    uploadsShownBy: uploadsShownByCollaborations,
    productPictures: async (db) => [await collaborationPictures(db)],
    demo: {
      put: (ctx) => seedDemoLists(ctx, { news: demoNews, links: demoLinks }),
      remove: removeDemoLists,
    },
    commands: { content: listsCommand },
  },
  {
    name: 'curation',
    tables: ['popularKeyword', 'situationCategory', 'situationTag'],
    uploadsInUse: uploadsOfCuration,
    uploadsShownBy: uploadsShownByCuration,
    foldAgain: foldListsAgain,
  },
  { name: 'site-pages', tables: [] },
  { name: 'cart', tables: [] },
  { name: 'fabric-planning', tables: [] },
  {
    name: 'orders',
    tables: ['orders', 'orderLine', 'orderEvent', 'orderReturn', 'orderNote', 'furtherParcel'],
    prepare: keepFormerIssuer,
    uploadsInUse: uploadsOfOrders,
    jobs: (ctx) => [forgetUnpaidOrdersJob(ctx), fillOrdersJob(ctx)],
    foldAgain: foldOrdersAgain,
  },
  {
    name: 'payments',
    tables: ['webhookEvent', 'payment', 'refund', 'refundLine', 'dispute'],
    jobs: paymentJobs,
    commands: { orders: adoptionCommand },
  },
  { name: 'refunds', tables: [], jobs: refundJobs, commands: { orders: refundCommand } },
  { name: 'parcels', tables: ['packingTick', 'labelText'] },
  {
    name: 'order-desk',
    tables: [],
    commands: { orders: ordersCommand },
    demo: { put: (ctx) => seedDemoOrders(ctx, demoOrders), remove: removeDemoOrders },
  },
  { name: 'checkout', tables: [], commands: { shop: shopCommand } },
  {
    name: 'shop-settings',
    tables: [],
    demo: { remove: forgetDeskSettings },
    commands: { shop: settingsCommand },
  },
  { name: 'wishlist', tables: [] },
  { name: 'comparison', tables: [] },
  { name: 'materials', tables: ['recipeProduct'] },
  {
    name: 'restock-notices',
    tables: ['restockRequest'],
    jobs: (ctx) => [tellRestocksJob(ctx), forgetRestocksJob(ctx)],
    demo: { remove: forgetAllRestocks },
  },
  {
    name: 'recipes',
    tables: ['recipe', 'recipeTag', 'recipeToIndex', 'recipeRankedText', 'recipeUpload'],
    uploadsInUse: uploadsOfRecipes,
    uploadsShownBy: uploadsShownByRecipes,
    onMemberGone: async (trx, member) => {
      await releaseUploadsOf(trx, member)
      await removeRecipesOf(trx, member)
    },
    jobs: (ctx) => [indexRecipesJob(ctx), rankedTextsJob(ctx)],
    rebuildSearch: indexAllRecipes,
    foldAgain: foldTagsAgain,
    onMemberRenamed: indexRecipesOf,
    sitemap: [
      {
        name: 'lists',
        count: async (ctx) => (await listSitemap(ctx)).length,
        entries: async (ctx, { from, most }) => (await listSitemap(ctx)).slice(from, from + most),
      },
      { name: 'works', count: recipeTotal, entries: recipeSitemap },
      { name: 'members', count: authorTotal, entries: authorSitemap },
    ],
    demo: {
      put: (ctx) => seedDemoRecipes(ctx, { recipes: demoRecipes, read: readDemoUpload }),
      remove: removeDemoRecipes,
    },
  },
  { name: 'product-pages', tables: [] },
  { name: 'finding', tables: [] },
  { name: 'recipe-editor', tables: [] },
  {
    name: 'reactions',
    tables: ['recipeLike', 'favourite'],
    jobs: (ctx) => [recountLikesJob(ctx)],
    onMemberGone: forgetReactionsOf,
    demo: {
      put: (ctx, actor) => seedDemoReactions(ctx, actor, demoReactions),
      remove: removeDemoReactions,
    },
  },
  {
    name: 'comments',
    tables: ['comment', 'commentList'],
    jobs: (ctx) => [watchCommentsJob(ctx)],
    onMemberGone: forgetAuthor,
    commands: { member: hidingCommand },
    demo: {
      put: (ctx) => seedDemoComments(ctx, demoComments),
      remove: removeDemoComments,
    },
  },
  { name: 'document-import', tables: ['formerMember'] },
  { name: 'backups', tables: [], jobs: backupJobs },
  { name: 'alarms', tables: ['alarm'], jobs: (ctx) => [watchAlarmsJob(ctx, alarmSources)] },
  { name: 'desk', tables: [], commands: { shop: testMailCommand }, demo: { remove: forgetTestMail } },
]

/** Below those of the owner's file. */
export { demoSettings } from '#demo/settings.ts'

export const uploadsInUse: UploadsInUse = async (db, names) =>
  (await Promise.all(features.map((feature) => feature.uploadsInUse?.(db, names) ?? []))).flat()

/** Of several places the last one. */
export const uploadsShownBy: UploadsShownBy = async (db, names) => {
  if (names.length === 0) return new Map()
  const all = await Promise.all(features.map((feature) => feature.uploadsShownBy?.(db, names) ?? new Map()))
  return new Map(all.flatMap((shownBy) => [...shownBy]))
}

const productPictures: ReadProductPictures = async (db) =>
  (await Promise.all(features.map((feature) => feature.productPictures?.(db) ?? []))).flat()
