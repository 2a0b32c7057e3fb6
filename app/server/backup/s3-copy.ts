import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveTime, filesFolder, listOfArchive, shopOfArchive, sortArchives } from './backup-place.ts'
import { writeStream } from './files.ts'
import type { KeepRule } from './keep.rules.ts'
import { BackupRefused } from './refusals.ts'
import type { S3Store } from './s3-store.ts'

interface CopyParts {
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

export interface SentCopy {
  readonly sent: number
  readonly removed: number
}

/** Copies what the bucket lacks, archives last, so that each archive there is complete; then prunes the bucket (D41). */
export const copyToS3 = async (
  place: string,
  store: S3Store,
  { keep, shopId, tell, signal }: CopyParts & { readonly keep: KeepRule; readonly shopId: string },
): Promise<SentCopy> => {
  const there = await store.names()
  const missing: string[] = []
  for (const name of await namesIn(place)) {
    const { size } = await stat(join(place, name))
    if (there.get(name) !== size) missing.push(name)
  }
  for (const [at, name] of missing.entries()) {
    if (at % 100 === 0) tell(`S3へ：${at} / ${missing.length}`)
    await store.send(join(place, name), name, signal)
  }
  signal.throwIfAborted()
  return { sent: missing.length, removed: await pruneS3(store, keep, shopId) }
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

const pruneS3 = async (store: S3Store, rule: KeepRule, shopId: string): Promise<number> => {
  const names = [...(await store.names()).keys()]
  const { gone, stay } = await sortArchives(names, rule, {
    shopId,
    shopOf: async (archive) => (await linesOf(store, shopOfArchive(archive)))[0],
  })
  const ofGone = gone.flatMap((name) => [name, listOfArchive(name), shopOfArchive(name)])
  await store.remove(ofGone.filter((name) => names.includes(name)))
  const named = new Set<string>()
  for (const name of stay) {
    const list = listOfArchive(name)
    if (!names.includes(list)) return gone.length
    for (const file of await linesOf(store, list)) named.add(`${filesFolder}/${file}`)
  }
  await store.remove(names.filter((name) => name.startsWith(`${filesFolder}/`) && !named.has(name)))
  return gone.length
}

const linesOf = async (store: S3Store, name: string): Promise<string[]> => {
  const parts: Uint8Array[] = []
  for await (const part of await store.read(name)) parts.push(part)
  return Buffer.concat(parts)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** Fetches `archive`, or the newest, with its pictures into an empty folder; gives its path. */
export const bringFromS3 = async (
  store: S3Store,
  archive: string | undefined,
  { folder, tell, signal }: CopyParts & { readonly folder: string },
): Promise<string> => {
  const names = await store.names()
  const newest = [...names.keys()]
    .filter((name) => archiveTime(name) !== undefined)
    .toSorted()
    .at(-1)
  const wanted = archive ?? newest
  if (wanted === undefined || !names.has(wanted)) throw new BackupRefused('no-file')
  const files = await linesOf(store, listOfArchive(wanted))
  const all = [...files.map((name) => `${filesFolder}/${name}`), wanted]
  for (const [at, name] of all.entries()) {
    signal.throwIfAborted()
    if (at % 100 === 0) tell(`S3から：${at} / ${all.length}`)
    await writeStream(join(folder, name), await store.read(name), signal)
  }
  return join(folder, wanted)
}
