import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { UploadsInUse } from './collection.commands.server.ts'
import type { UploadsShownBy } from './missing.queries.server.ts'
import { pictureUrl } from './rules.ts'
import { pictureSource } from './sources.rules.ts'

/** By address; only where there are copies. */
export const ownPictures = async (
  db: Kysely<Schema>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const sources = new Map(addresses.map((address) => [address, pictureSource(address)]))
  const wanted = [...new Set(sources.values())].filter((source) => source !== null)
  const urls = new Map<string, string>()
  for (const chunk of inChunks(wanted)) {
    const rows = await db
      .selectFrom('pictureSource')
      .select(['address', 'name'])
      .where('address', 'in', chunk)
      .execute()
    for (const { address, name } of rows) if (name !== null) urls.set(address, pictureUrl(name))
  }
  return new Map(
    [...sources].flatMap(([address, source]) => {
      const url = urls.get(source ?? '')
      return url === undefined ? [] : [[address, url] as const]
    }),
  )
}

export const withOwnPictures = async <T extends { readonly imageUrl: string }>(
  db: Kysely<Schema>,
  products: readonly T[],
): Promise<Array<T & { readonly picture?: string }>> => {
  const own = await ownPictures(
    db,
    products.map(({ imageUrl }) => imageUrl),
  )
  return products.map((each) => {
    const picture = own.get(each.imageUrl)
    return picture === undefined ? each : { ...each, picture }
  })
}

/** Our copy, or the owner's address; undefined for unknown sources. Old orders name files of our own folder by a full address. */
export const placeOfPicture = async (
  { db, siteOrigin }: Pick<AppContext, 'db' | 'siteOrigin'>,
  source: string,
): Promise<{ readonly url: string; readonly isOwn: boolean } | undefined> => {
  const row = await db
    .selectFrom('pictureSource')
    .select(['address', 'name'])
    .where(
      'address',
      '=',
      source.startsWith(`${siteOrigin}/Image/`) ? source.slice(siteOrigin.length) : source,
    )
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { url: row.name === null ? row.address : pictureUrl(row.name), isOwn: row.name !== null }
}

export const productUploads: UploadsInUse = async (db, names) => {
  const rows = await db.selectFrom('pictureSource').select('name').where('name', 'in', names).execute()
  return rows.map(({ name }) => name ?? '')
}

export const productUploadsShownBy: UploadsShownBy = async (db, names) => {
  const rows = await db
    .selectFrom('pictureSource')
    .select(['name', 'shownBy'])
    .where('name', 'in', names)
    .orderBy('address')
    .execute()
  return new Map(rows.map(({ name, shownBy }) => [name ?? '', shownBy]))
}

export interface PictureTrouble {
  readonly address: string
  readonly failure: string
  readonly shownBy: string
  /** The former copy is shown meanwhile. */
  readonly hasCopy: boolean
}

export interface PictureStatus {
  readonly total: number
  readonly ready: number
  /** In the products' order. */
  readonly troubles: readonly PictureTrouble[]
}

export const pictureStatus = async (db: Kysely<Schema>): Promise<PictureStatus> => {
  const rows = await db
    .selectFrom('pictureSource')
    .select(['address', 'name', 'failure', 'shownBy'])
    .orderBy('place')
    .orderBy('address')
    .execute()
  return {
    total: rows.length,
    ready: rows.filter(({ name }) => name !== null).length,
    troubles: rows.flatMap(({ address, name, failure, shownBy }) =>
      failure === null ? [] : [{ address, failure, shownBy, hasCopy: name !== null }],
    ),
  }
}
