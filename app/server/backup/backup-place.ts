import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOfError, textOf, writeWhole } from '../whole-file.ts'
import { type KeepRule, keptBackups } from './keep.rules.ts'
import { BackupRefused } from './refusals.ts'

/** Beside the archives: pictures and PDFs named by their hash, each once (D22). */
export const filesFolder = 'files'

/** The sum of a stored file's content, with which its name begins: one that was damaged may lie there anew under another name (D70). */
export const pictureSumOf = (stored: string): string => stored.slice(0, 64)

const archiveName = /^backup-(\d{8}T\d{9}Z)\.tar(\.age)?$/

export const nameOfArchive = (madeAt: number, isLocked: boolean): string =>
  `backup-${new Date(madeAt).toISOString().replaceAll(/[-:.]/g, '')}.tar${isLocked ? '.age' : ''}`

/** Epoch ms; undefined for any other file. */
export const archiveTime = (name: string): number | undefined => {
  const [, time = ''] = archiveName.exec(name) ?? []
  const [, year, month, day, hour, minute, second, ms] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(time) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** The names of an archive's files, readable without its key. */
export const listOfArchive = (archive: string): string => `${archive}.files`

export const writeFileList = (place: string, archive: string, stored: readonly string[]): Promise<void> =>
  writeWhole(join(place, listOfArchive(archive)), `${stored.join('\n')}\n`, 0o600)

/** Holds the id of the archive's shop, readable without its key; archives of former releases have none (D67). */
export const shopOfArchive = (archive: string): string => `${archive}.shop`

export const writeShopOf = (place: string, archive: string, id: string): Promise<void> =>
  writeWhole(join(place, shopOfArchive(archive)), `${id}\n`, 0o600)

const leftAfterMs = 6 * 3_600_000
const unfinishedAfterMs = 24 * 3_600_000

const removeUnfinished = async (place: string, now: number): Promise<void> => {
  for (const name of (await readdir(place)).filter((each) => each.startsWith('.unfinished-'))) {
    const found = await stat(join(place, name)).catch(() => undefined)
    if (found !== undefined && now - found.mtimeMs > unfinishedAfterMs)
      await rm(join(place, name), { recursive: true, force: true })
  }
}

/** Whether the lock's run is over: six hours old, or a process of this machine that no longer exists. */
const isLeft = async (lock: string, now: number): Promise<boolean> => {
  const found = await stat(lock).catch(() => undefined)
  if (found === undefined || now - found.mtimeMs > leftAfterMs) return true
  const [host, pid = ''] = (await readFile(lock, 'utf8')).split(' ')
  return host === hostname() && !isAlive(Number(pid))
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOfError(error) !== 'ESRCH'
  }
}

/** Holds the lock of `place` during `task`; throws BackupRefused while another backup runs. */
export const aloneIn = async <T>(place: string, now: number, task: () => Promise<T>): Promise<T> => {
  await mkdir(join(place, filesFolder), { recursive: true, mode: 0o700 })
  const lock = join(place, '.running')
  if (await isLeft(lock, now)) await rm(lock, { force: true })
  const file = await open(lock, 'wx', 0o600).catch((error: unknown) => {
    throw codeOfError(error) === 'EEXIST' ? new BackupRefused('running', `（${lock}）`) : error
  })
  try {
    await file.writeFile(`${hostname()} ${process.pid}`)
    await file.close()
    await removeUnfinished(place, now)
    return await task()
  } finally {
    await rm(lock, { force: true })
  }
}

/** What of a place goes and stays by the rule (D23). Another shop's archives always stay (D67). */
export const sortArchives = async (
  names: readonly string[],
  rule: KeepRule,
  {
    shopId,
    shopOf,
  }: { readonly shopId: string; readonly shopOf: (archive: string) => Promise<string | undefined> },
): Promise<{ readonly gone: readonly string[]; readonly stay: readonly string[] }> => {
  const own: { name: string; at: number }[] = []
  const stay: string[] = []
  for (const name of names) {
    const at = archiveTime(name)
    if (at === undefined) continue
    const shop = names.includes(shopOfArchive(name)) ? await shopOf(name) : undefined
    if (shop === undefined || shop.trim() === shopId) own.push({ name, at })
    else stay.push(name)
  }
  const kept = keptBackups(
    own.map(({ at }) => at),
    rule,
  )
  const named = (isKept: boolean) => own.filter(({ at }) => kept.has(at) === isKept).map(({ name }) => name)
  return { gone: named(false), stay: [...stay, ...named(true)] }
}

/** Removes archives beyond the rule, then files that no archive refers to (D23); gives the number of archives. */
export const prune = async (place: string, rule: KeepRule, shopId: string): Promise<number> => {
  const { gone, stay } = await sortArchives(await readdir(place), rule, {
    shopId,
    shopOf: (archive) => textOf(join(place, shopOfArchive(archive))),
  })
  for (const name of gone)
    for (const each of [name, listOfArchive(name), shopOfArchive(name)])
      await rm(join(place, each), { force: true })
  const named = await filesOf(place, stay)
  if (named !== undefined)
    for (const name of await readdir(join(place, filesFolder)))
      if (!named.has(pictureSumOf(name))) await rm(join(place, filesFolder, name), { force: true })
  return gone.length
}

/** Sums of their contents; undefined when a list is missing: then no file is known to be unused. */
const filesOf = async (place: string, archives: readonly string[]): Promise<Set<string> | undefined> => {
  const named = new Set<string>()
  for (const archive of archives) {
    const text = await readFile(join(place, listOfArchive(archive)), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    for (const name of text.split('\n')) if (name !== '') named.add(pictureSumOf(name))
  }
  return named
}
