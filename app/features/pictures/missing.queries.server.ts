import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { AlarmSource } from '~/server/alarms.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { uploadsFolder } from '~/server/pictures/picture-files.ts'
import { shopState } from '~/server/shop-state.ts'
import type { UploadsInUse } from './collection.commands.server.ts'
import { filesOf, pictureOf, pictureUrl } from './rules.ts'
import { uploadOfFile } from './share-card.rules.ts'
import { missingText, whatToDo } from './texts.ts'

/** Where uploads are shown, by their names, in the owner's words; only where it is known. */
export type UploadsShownBy = (
  db: Kysely<Schema>,
  names: readonly string[],
) => Promise<ReadonlyMap<string, string>>

export interface MissingFile {
  /** Key of its `upload`. */
  readonly name: string
  /** Its first file that is not there. */
  readonly file: string
}

export interface Compared {
  /** Rows that were compared. */
  readonly uploads: number
  /** Rows without all their files, used or not. */
  readonly lacking: number
  /** Those that something refers to: an upload that failed on its way is no loss. */
  readonly missing: readonly MissingFile[]
  /** Some whose files are all there. */
  readonly whole: readonly MissingFile[]
}

interface Comparison {
  /** Names of files in the folder of uploads; others are passed over. */
  readonly files: AsyncIterable<string> | Iterable<string>
  readonly uploadsInUse: UploadsInUse
  /** Asks once more for files of uploads that were put or used after this time (epoch ms), since they may have come meanwhile. */
  readonly lookAgain?: { readonly after: number; readonly has: (file: string) => Promise<boolean> }
  readonly signal?: AbortSignal
}

const portion = 200
const mostWhole = 3

/** Compares rows and files in portions (D71). Memory grows by some 100 bytes for each upload. */
export const compareUploads = async (
  db: Kysely<Schema>,
  { files, uploadsInUse, lookAgain, signal }: Comparison,
): Promise<Compared> => {
  const found = await filesFound(files, signal)
  const compared = { uploads: 0, lacking: 0, missing: [] as MissingFile[], whole: [] as MissingFile[] }
  for (let last = ''; ; ) {
    signal?.throwIfAborted()
    const rows = await db
      .selectFrom('upload')
      .select(['name', 'lastPutAt'])
      .where('name', '>', last)
      .where('lastPutAt', '>', 0)
      .orderBy('name')
      .limit(portion)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return compared
    last = end.name
    compared.uploads += rows.length
    const lacking: MissingFile[] = []
    for (const row of rows) {
      const file = firstLacking(row.name, found)
      if (file === undefined) {
        if (compared.whole.length < mostWhole)
          compared.whole.push({ name: row.name, file: filesOfName(row.name)[0] ?? '' })
      } else if (!lookAgain || row.lastPutAt < lookAgain.after || !(await lookAgain.has(file)))
        lacking.push({ name: row.name, file })
    }
    compared.lacking += lacking.length
    if (lacking.length > 0) {
      await nextTurn()
      const names = lacking.map(({ name }) => name)
      const used = new Set(await uploadsInUse(db, names))
      compared.missing.push(...lacking.filter(({ name }) => used.has(name)))
    }
    await nextTurn()
  }
}

/** A bit for each of an upload's files that is there, by its name. */
const filesFound = async (files: Comparison['files'], signal?: AbortSignal) => {
  const found = new Map<string, number>()
  for await (const file of files) {
    signal?.throwIfAborted()
    const upload = uploadOfFile(file)
    const at = upload === undefined ? -1 : filesOf(upload).indexOf(file)
    if (upload !== undefined && at >= 0) found.set(upload.name, (found.get(upload.name) ?? 0) | (1 << at))
  }
  return found
}

const filesOfName = (name: string) => filesOf({ name, width: pictureOf(pictureUrl(name))?.width ?? 0 })

const firstLacking = (name: string, found: ReadonlyMap<string, number>): string | undefined => {
  const bits = found.get(name) ?? 0
  return filesOfName(name).find((_, at) => (bits & (1 << at)) === 0)
}

/** For a backup: `paths` are below `images`, as the results are. */
export const missingAmong = async (
  db: Kysely<Schema>,
  uploadsInUse: UploadsInUse,
  paths: Iterable<string>,
): Promise<string[]> => {
  const files = [...paths].flatMap((path) => uploadFileOf(path) ?? [])
  const { missing } = await compareUploads(db, { files, uploadsInUse })
  return missing.map(({ file }) => `${uploadsFolder}${file}`)
}

const uploadFileOf = (path: string): string | undefined =>
  path.startsWith(uploadsFolder) ? path.slice(uploadsFolder.length) : undefined

/** Names of the uploads to which files below `images` belong, by path. */
const namesByPath = (paths: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    paths.flatMap((path) => {
      const upload = uploadOfFile(uploadFileOf(path) ?? '')
      return upload === undefined ? [] : [[path, upload.name] as const]
    }),
  )

/** Those of `paths`, files of uploads, that something refers to. */
export const pathsInUse = async (
  db: Kysely<Schema>,
  uploadsInUse: UploadsInUse,
  paths: readonly string[],
): Promise<string[]> => {
  const names = namesByPath(paths)
  const used = new Set<string>()
  for (const chunk of inChunks([...new Set(names.values())]))
    for (const name of await uploadsInUse(db, chunk)) used.add(name)
  return paths.filter((path) => used.has(names.get(path) ?? ''))
}

/** Where files below `images` are shown, by path. */
export const pathsShownBy = async (
  db: Kysely<Schema>,
  uploadsShownBy: UploadsShownBy,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const names = namesByPath(paths)
  const shownBy = new Map<string, string>()
  for (const chunk of inChunks([...new Set(names.values())]))
    for (const [name, text] of await uploadsShownBy(db, chunk)) shownBy.set(name, text)
  return new Map(
    [...names].flatMap(([path, name]) => {
      const text = shownBy.get(name)
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

const noteSchema = z.object({
  uploads: z.int(),
  lacking: z.int(),
  missing: z.int(),
  /** Of the first ones. */
  shown: z.array(z.object({ name: z.string(), file: z.string(), shownBy: z.string() })),
})

/** What the last comparison found. */
export type MissingNote = z.infer<typeof noteSchema>

const nothingMissing: MissingNote = { uploads: 0, lacking: 0, missing: 0, shown: [] }

export const missingUploads = async (db: Kysely<Schema>): Promise<MissingNote> => {
  const text = await shopState(db, 'missing_pictures')
  return text === undefined ? nothingMissing : noteSchema.parse(JSON.parse(text))
}

/** Whether a folder or bucket went, and not a file: then nothing is removed, for what is unused lies where they went. */
export const areMostLost = ({ missing, lacking, uploads }: MissingNote): boolean =>
  missing > 0 && lacking * 2 >= uploads

export const pictureAlarms: AlarmSource = {
  name: 'pictures',
  read: async ({ db }) => {
    const note = await missingUploads(db)
    return note.missing === 0
      ? []
      : [
          {
            key: 'pictures:missing',
            text: missingText({ missing: note.missing, areMost: areMostLost(note) }),
          },
        ]
  },
}

export const missingPicturesCard: DeskCardSource = {
  kind: 'pictures-missing',
  text: '見つからない写真とPDF',
  unit: '枚',
  place: 'more',
  tone: 'red',
  waits: false,
  ownerOnly: true,
  to: null,
  read: async ({ db }) => {
    const note = await missingUploads(db)
    const [first] = note.shown
    if (first === undefined) return { count: 0 }
    const where = first.shownBy === '' ? first.file : first.shownBy
    const one = where === first.file ? where : `${where}（${first.file}）`
    const which = note.missing === 1 ? one : `${where} など`
    return { count: note.missing, note: `${which}。${whatToDo(areMostLost(note))}` }
  },
}
