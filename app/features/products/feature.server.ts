import { readDemoUpload } from '#demo/demo-uploads.ts'
import { demoFabrics } from '#demo/fabrics.ts'
import { demoKits } from '#demo/kits.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { href } from '~/href.ts'
import { searchKept } from '~/server/named-list.ts'
import { closeItem, closeShop, openAllItems, openItem, openShop } from './closing.commands.server.ts'
import { removeDemoProducts } from './commands.server.ts'
import { saveProduct } from './desk/commands.server.ts'
import { seedDemoFabrics, seedDemoKits } from './desk/demo.commands.server.ts'
import { moveFabrics } from './desk/fabric-order.commands.server.ts'
import { moveKit } from './desk/kit-order.commands.server.ts'
import { stateFilter } from './desk/list.rules.ts'
import { setPriceInList } from './desk/price.commands.server.ts'
import { giveToFeed, holdAtDesk, saveAddition } from './desk/source.commands.server.ts'
import { productsList } from './desk/ui/products-list.tsx'
import { feedAlarms } from './feed/alarms.queries.server.ts'
import { feedCards } from './feed/desk-cards.queries.server.ts'
import { chooseFeed, forgetFeed, importSoon } from './feed/feed.commands.server.ts'
import { uploadsOfAdditions, uploadsShownByAdditions } from './feed/feed.queries.server.ts'
import { feedImportJob, feedTroubleJob } from './feed/jobs.server.ts'
import { feedCommand } from './feed/owner.commands.server.ts'
import { acceptPrice, keepPrice } from './feed/price-acceptance.commands.server.ts'
import { applyFile } from './file/apply.commands.server.ts'
import { forgetProductFilesJob } from './file/jobs.server.ts'
import { forgetProductFiles } from './file/stored-files.commands.server.ts'
import { undoFile } from './file/undo.commands.server.ts'
import { uploadsOfFiles } from './file/uploads.queries.server.ts'
import { fillFabricIndex, fillKitIndex, indexAllFabrics, indexAllKits } from './indexing.commands.server.ts'
import { removeDemoKits } from './kit.commands.server.ts'
import { kitPictures } from './kit.queries.server.ts'
import { normaliseProducts, normaliseProductsJob } from './normalising.commands.server.ts'
import {
  fabricPictures,
  productSitemap,
  productTotal,
  uploadsOfProducts,
  uploadsShownByProducts,
} from './product.queries.server.ts'

export const products: Feature = {
  name: 'products',
  deskLists: [
    {
      ...{ ...productsList, path: href('/admin/products'), kept: [stateFilter, searchKept] },
      who: 'anybody',
    },
  ],
  tables: {
    '.': ['product', 'kit', 'closedProduct', 'heldPrice'],
    feed: ['feedImport', 'feedProblem', 'feedAddition'],
    file: ['productFile', 'productFileRow'],
  },
  prepare: async (ctx) => {
    await fillFabricIndex(ctx)
    await fillKitIndex(ctx)
    await normaliseProducts(ctx)
    await chooseFeed(ctx, ctx.feedUrl)
  },
  jobs: (ctx) => [
    normaliseProductsJob(ctx),
    ...(ctx.feedUrl === undefined ? [] : [feedImportJob(ctx), feedTroubleJob(ctx)]),
    forgetProductFilesJob(ctx),
  ],
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
      await forgetProductFiles(ctx)
      await forgetFeed(ctx)
      await removeDemoKits(ctx)
      await openAllItems(ctx)
      await removeDemoProducts(ctx)
    },
  },
  productPictures: async (db) => [await fabricPictures(db), await kitPictures(db)],
  uploadsInUse: [uploadsOfProducts, uploadsOfAdditions, uploadsOfFiles],
  uploadsShownBy: [uploadsShownByProducts, uploadsShownByAdditions],
  sitemap: [{ name: 'goods', count: productTotal, entries: productSitemap }],
  commands: { feed: [feedCommand] },
  deskCards: feedCards,
  alarms: [feedAlarms],
  acts: [
    ...[closeShop, openShop, closeItem, openItem],
    ...[saveProduct, setPriceInList, moveFabrics, moveKit, holdAtDesk, giveToFeed, saveAddition],
    ...[importSoon, acceptPrice, keepPrice],
    ...[applyFile, undoFile],
  ],
}
