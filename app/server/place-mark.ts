import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { settledId } from './data-folder/shop-in-database.ts'
import type { S3Store } from './s3/s3-store.ts'
import { shopState } from './shop-state.ts'
import { codeOfError, replaceFile, textOf } from './whole-file.ts'

/** In the folder or bucket of pictures or backups: the id of the shop to which the place belongs (D67). */
export const markName = '.shop-id'

/** A folder or bucket of pictures or backups. Calls fail as its store does; none is taken for another shop's by that. */
export interface MarkedPlace {
  /** As the owner writes it: s3://bucket/folder, or a folder. */
  readonly address: string
  readonly mark: () => Promise<string | undefined>
  /** Leaves a mark that is there already. */
  readonly putFirstMark: (id: string) => Promise<void>
  readonly replaceMark: (id: string) => Promise<void>
  readonly isEmpty: () => Promise<boolean>
  /** Whether what lies there without a mark is provably this shop's, as after an upgrade. */
  readonly isKnownTo: (db: Kysely<Schema>) => Promise<boolean>
}

/** The id that the marks bear: the shop's own, and after a restore another one, since the lost shop may still live. */
export const placesId = async (db: Kysely<Schema>): Promise<string> =>
  (await shopState(db, 'places_id')) ??
  settledId(db, 'places_id', (await shopState(db, 'shop_id')) ?? randomUUID())

/** Why this shop must not use the place, as a sentence with the command that accepts it; null when it may (D67). */
export const placeProblem = async (db: Kysely<Schema>, place: MarkedPlace): Promise<string | null> => {
  const mark = await place.mark()
  if (mark === (await placesId(db))) return null
  if (mark !== undefined) return foreignText(place.address)
  return (await place.isEmpty()) || (await place.isKnownTo(db)) ? null : unknownText(place.address)
}

/** As `placeProblem` for a shop that is not made yet: nothing that lies there is its own. */
export const problemForNewShop = async (place: MarkedPlace): Promise<string | null> => {
  if ((await place.mark()) !== undefined) return foreignText(place.address)
  return (await place.isEmpty()) ? null : unknownText(place.address)
}

/** As `placeProblem`, and marks a place that has no mark yet: of several shops at once, one gets it. */
export const claimPlace = async (db: Kysely<Schema>, place: MarkedPlace): Promise<string | null> => {
  const problem = await placeProblem(db, place)
  if (problem !== null) return problem
  const own = await placesId(db)
  let mark = await place.mark()
  for (let attempt = 0; mark === undefined && attempt < mostAttempts; attempt += 1) {
    await place.putFirstMark(own)
    mark = await place.mark()
  }
  return mark === own ? null : foreignText(place.address)
}

/** A store that was asked by two at once may refuse both. */
const mostAttempts = 3

const nothingChanged = 'ここには何も書かず、何も消していません。別の場所を設定に書いてください。'

const foreignText = (address: string): string =>
  `${address} は、別のお店（または、控えから戻す前のお店）の場所です。${nothingChanged}そのお店がもうなく、このお店が引き継ぐときだけ：npm run data -- accept ${address}`

const unknownText = (address: string): string =>
  `${address} には、このお店のものと確かめられないものがあります（目印 ${markName} がありません）。${nothingChanged}このお店の場所にまちがいなければ：npm run data -- accept ${address}`

type PlaceMark = Pick<MarkedPlace, 'address' | 'mark' | 'putFirstMark' | 'replaceMark'>

/** `address` such as s3://bucket/folder. */
export const markOfBucket = (store: S3Store, address: string): PlaceMark => ({
  address,
  mark: async () => (await store.words(markName))?.trim(),
  putFirstMark: (id) => store.putFirstWords(markName, `${id}\n`),
  replaceMark: (id) => store.putWords(markName, `${id}\n`),
})

export const markOfFolder = (folder: string): PlaceMark => ({
  address: folder,
  mark: async () => (await textOf(join(folder, markName)))?.trim(),
  putFirstMark: (id) => putFirstFile(folder, id),
  replaceMark: (id) => replaceFile(folder, markName, `${id}\n`),
})

/** Whole or not at all where the disk has links; some of USB sticks have none. */
const putFirstFile = async (folder: string, id: string): Promise<void> => {
  const target = join(folder, markName)
  const unfinished = join(folder, `.${randomUUID()}.unfinished`)
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(unfinished, `${id}\n`, { mode: 0o600, flush: true })
    await link(unfinished, target)
  } catch (error) {
    if (codeOfError(error) === 'EEXIST') return
    if (!withoutLinks.has(String(codeOfError(error)))) throw error
    await writeFirst(target, id)
  } finally {
    await rm(unfinished, { force: true })
  }
}

const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'])

const writeFirst = async (target: string, id: string): Promise<void> => {
  const file = await open(target, 'wx', 0o600).catch((error: unknown) => {
    if (codeOfError(error) !== 'EEXIST') throw error
  })
  if (file === undefined) return
  await file.writeFile(`${id}\n`)
  await file.sync().finally(() => file.close())
}
