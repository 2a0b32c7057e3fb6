import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { sharedOwners, uploadNameOf } from '~/features/pictures/rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { pictureAddresses } from '~/kernel/image-url.ts'
import { nfkc } from '~/kernel/text.ts'
import { type FileProduct, typeNames } from './columns.rules.ts'
import type { SentRow } from './file-text.server.ts'
import { fileProducts, orderedAmong, versionsOfFiles } from './queries.server.ts'
import { numbersWithZeros } from './spreadsheet.rules.ts'
import { uploadsNotOf } from './uploads.queries.server.ts'

/** The present data that rows are compared with. */
export interface Known {
  /** By number, feed products included. */
  readonly products: ReadonlyMap<string, FileProduct>
  /** Product numbers by their lower-case form. */
  readonly spellings: ReadonlyMap<string, string>
  /** Numbers of fabrics, those that this file brings among them (N104). */
  readonly fabrics: ReadonlySet<string>
  readonly zeros: ReadonlyMap<string, readonly string[]>
  /** Numbers in orders that belong to no product (N42). */
  readonly ordered: ReadonlySet<string>
  /** Products last changed by a file, as `NUMBER VERSION`. */
  readonly lastByFile: ReadonlySet<string>
  /** Uploads that the shop does not have, or that a member sent to it. */
  readonly strangeUploads: ReadonlySet<string>
}

/** Loads the present data for these rows. */
export const knownFor = async (db: Kysely<Schema>, rows: readonly SentRow[]): Promise<Known> => {
  const products = new Map((await fileProducts(db)).map((product) => [product.number, product]))
  const numbers = rows.flatMap(({ cells }) => productNumber((cells.number ?? '').slice(0, 200)) ?? [])
  const held = new Set([...products.values()].flatMap(({ pictures }) => pictures))
  const uploads = rows
    .flatMap(({ cells }) => pictureAddresses(cells.pictures ?? ''))
    .flatMap((url) => (held.has(url) ? [] : (uploadNameOf(url) ?? [])))
  return {
    products,
    spellings: new Map([...products.keys()].map((number) => [number.toLowerCase(), number])),
    fabrics: new Set([
      ...[...products.values()].flatMap(({ number, type }) => (type === 'fabric' ? [number] : [])),
      ...rows.flatMap(({ cells }) => {
        const number = productNumber((cells.number ?? '').slice(0, 200))
        const isKit = nfkc(cells.type ?? '').trim() === typeNames.kit
        return number === null || isKit || products.has(number) ? [] : [number]
      }),
    ]),
    zeros: numbersWithZeros(products.keys()),
    ordered: await orderedAmong(
      db,
      numbers.filter((number) => !products.has(number)),
    ),
    lastByFile: await versionsOfFiles(db),
    strangeUploads: await uploadsNotOf(db, [sharedOwners.shop, sharedOwners.anybody], [...new Set(uploads)]),
  }
}
