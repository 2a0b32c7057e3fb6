import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayNumber } from '~/kernel/days.ts'
import type { BackupBucket } from './backup-bucket.ts'
import {
  archiveTime,
  filesFolder,
  listOfArchive,
  pictureSumOf,
  shopOfArchive,
  sortArchives,
} from './backup-place.ts'
import { isAsNamed, sumInName, writeStream } from './files.ts'
import type { KeepRule } from './keep.rules.ts'
import { BackupRefused } from './refusals.ts'

interface CopyParts {
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

export interface SentCopy {
  readonly sent: number
  /** Files that lay damaged in the bucket, and were sent again (D70). */
  readonly replaced: number
  readonly removed: number
  /** Why what the rule lets go of lies there still; all was sent all the same (D91). */
  readonly notPruned: string | null
}

/** Each picture in the bucket is read again on one night of so many. */
const nightsOfCheck = 30

/**
 * Copies what the bucket lacks, archives last, so that each archive there is complete; then prunes the bucket (D41). Where it `replaces`,
 * it reads a part of the pictures that were sent earlier, or with `readsAll` all of them, and sends damaged ones again (D70).
 */
export const copyToS3 = async (
  place: string,
  bucket: BackupBucket,
  {
    keep,
    shopId,
    now,
    replaces,
    readsAll,
    tell,
    signal,
  }: CopyParts & {
    readonly keep: KeepRule
    readonly shopId: string
    readonly now: number
    readonly replaces: boolean
    readonly readsAll: boolean
  },
): Promise<SentCopy> => {
  const there = await bucket.names()
  const missing: string[] = []
  const sent: string[] = []
  for (const name of await namesIn(place)) {
    const { size } = await stat(join(place, name))
    const sizeThere = there.get(name)
    if (sizeThere === size) sent.push(name)
    // What is damaged here must not replace what may be whole there.
    else if ((replaces || sizeThere === undefined) && (await isAsNamed(place, name))) missing.push(name)
  }
  const damaged: string[] = []
  for (const name of replaces ? sent.filter((each) => readsAll || isOfNight(each, now)) : []) {
    signal.throwIfAborted()
    if (await isDamaged(place, bucket, name)) damaged.push(name)
  }
  missing.unshift(...damaged)
  for (const [at, name] of missing.entries()) {
    if (at % 100 === 0) tell(`S3へ：${at} / ${missing.length}`)
    await bucket.send(join(place, name), name, signal)
  }
  signal.throwIfAborted()
  const pruned = await orNotPruned(() => pruneS3(bucket, keep, { shopId, signal }))
  return { sent: missing.length, replaced: damaged.length, ...pruned }
}

/** A backup that lies there whole has not failed because an older one could not be removed (D91). */
const orNotPruned = async (
  prune: () => Promise<number>,
): Promise<Pick<SentCopy, 'removed' | 'notPruned'>> => {
  try {
    return { removed: await prune(), notPruned: null }
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    return { removed: 0, notPruned: error.message }
  }
}

/** Sums are spread evenly, so a night's part is about a thirtieth. */
const isOfNight = (name: string, now: number): boolean =>
  Number.parseInt(storedName(name).slice(0, 8), 16) % nightsOfCheck === dayNumber(now) % nightsOfCheck

/** Whether a picture in the bucket is not what its name says while the one here is. */
const isDamaged = async (place: string, bucket: BackupBucket, name: string): Promise<boolean> => {
  const wanted = sumInName(storedName(name))
  if (wanted === undefined) return false
  return !(await bucket.sum(name)).startsWith(wanted) && isAsNamed(place, name)
}

const namesIn = async (place: string): Promise<string[]> => {
  const files = (await readdir(join(place, filesFolder))).filter((name) => !name.startsWith('.'))
  const names = await readdir(place)
  const archives = names.filter((name) => archiveTime(name) !== undefined)
  return [
    ...files.map((name) => `${filesFolder}/${name}`),
    ...archives.map(shopOfArchive).filter((name) => names.includes(name)),
    ...archives.map(listOfArchive),
    ...archives.toSorted(),
  ]
}

const pruneS3 = async (
  bucket: BackupBucket,
  rule: KeepRule,
  { shopId, signal }: { readonly shopId: string; readonly signal: AbortSignal },
): Promise<number> => {
  const names = [...(await bucket.names()).keys()]
  const { gone, stay } = await sortArchives(names, rule, {
    shopId,
    shopOf: async (archive) => (await linesOf(bucket, shopOfArchive(archive)))[0],
  })
  // An archive goes last: while it is there, the next night finds what is left of it.
  const besides = gone.flatMap((name) => [listOfArchive(name), shopOfArchive(name)])
  await bucket.remove(
    besides.filter((name) => names.includes(name)),
    signal,
  )
  await bucket.remove(gone, signal)
  const named = new Set<string>()
  for (const name of stay) {
    const list = listOfArchive(name)
    if (!names.includes(list)) return gone.length
    for (const file of await linesOf(bucket, list)) named.add(pictureSumOf(file))
  }
  await bucket.remove(
    names.filter((name) => isFile(name) && !named.has(pictureSumOf(storedName(name)))),
    signal,
  )
  return gone.length
}

/** Names come from the bucket: one with further folders, such as `..`, would be written beside the folder that it is brought to. */
const isFile = (name: string) =>
  name.startsWith(`${filesFolder}/`) && /^[^./\\][^/\\]*$/.test(storedName(name))
const storedName = (name: string) => name.slice(filesFolder.length + 1)

const linesOf = async (bucket: BackupBucket, name: string): Promise<string[]> => {
  const parts: Uint8Array[] = []
  for await (const part of await bucket.read(name)) parts.push(part)
  return Buffer.concat(parts)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** Fetches `archive`, or the newest, with its pictures into an empty folder; gives its path. Pictures that are not there are left out. */
export const bringFromS3 = async (
  bucket: BackupBucket,
  archive: string | undefined,
  { folder, tell, signal }: CopyParts & { readonly folder: string },
): Promise<string> => {
  const names = await bucket.names()
  const newest = [...names.keys()]
    .filter((name) => archiveTime(name) !== undefined)
    .toSorted()
    .at(-1)
  const wanted = archive ?? newest
  if (wanted === undefined || !names.has(wanted)) throw new BackupRefused('no-file')
  const files = await linesOf(bucket, listOfArchive(wanted))
  const sums = new Set(files.map(pictureSumOf))
  // A damaged one that was stored anew has another name with the same sum.
  const there = [...names.keys()].filter((name) => isFile(name) && sums.has(pictureSumOf(storedName(name))))
  const all = [...there, wanted]
  for (const [at, name] of all.entries()) {
    signal.throwIfAborted()
    if (at % 100 === 0) tell(`S3から：${at} / ${all.length}`)
    await writeStream(join(folder, name), await bucket.read(name), signal)
  }
  return join(folder, wanted)
}
