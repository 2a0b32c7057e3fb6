import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { sharedOwners, uploadNameOf } from '~/features/pictures/rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { pictureAddresses } from '~/kernel/image-url.ts'
import type { FileProduct } from './columns.rules.ts'
import type { FileRow } from './file-text.server.ts'
import { fileProducts, orderedAmong, versionsOfFiles } from './queries.server.ts'
import { numbersWithZeros } from './spreadsheet.rules.ts'
import { uploadsNotOf } from './uploads.queries.server.ts'

/** What rows are compared with. */
export interface Known {
  /** By number, those of the feed too. */
  readonly products: ReadonlyMap<string, FileProduct>
  /** The numbers of products by the same in small letters. */
  readonly spellings: ReadonlyMap<string, string>
  readonly zeros: ReadonlyMap<string, readonly string[]>
  /** Numbers of no product that an order has (N42). */
  readonly ordered: ReadonlySet<string>
  /** Products that a file changed last, as `NUMBER VERSION`. */
  readonly lastByFile: ReadonlySet<string>
  /** Uploads that were not sent to the shop. */
  readonly strangeUploads: ReadonlySet<string>
}

/** What these rows are compared with, as it is now. */
export const knownFor = async (db: Kysely<Schema>, rows: readonly FileRow[]): Promise<Known> => {
  const products = new Map((await fileProducts(db)).map((product) => [product.number, product]))
  const numbers = rows.flatMap(({ cells }) => productNumber((cells.number ?? '').slice(0, 200)) ?? [])
  const held = new Set([...products.values()].flatMap(({ pictures }) => pictures))
  const uploads = rows
    .flatMap(({ cells }) => pictureAddresses(cells.pictures ?? ''))
    .flatMap((url) => (held.has(url) ? [] : (uploadNameOf(url) ?? [])))
  return {
    products,
    spellings: new Map([...products.keys()].map((number) => [number.toLowerCase(), number])),
    zeros: numbersWithZeros(products.keys()),
    ordered: await orderedAmong(
      db,
      numbers.filter((number) => !products.has(number)),
    ),
    lastByFile: await versionsOfFiles(db),
    strangeUploads: await uploadsNotOf(db, [sharedOwners.shop, sharedOwners.anybody], [...new Set(uploads)]),
  }
}
