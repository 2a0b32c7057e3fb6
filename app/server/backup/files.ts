import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathsBelow } from '../paths-below.ts'
import { codeOfError, digestOf } from '../whole-file.ts'
import { filesFolder, pictureSumOf } from './backup-place.ts'
import type { BackupFile } from './manifest.ts'
import { BackupRefused, brokenFile } from './refusals.ts'
import { openSealed, type Seal } from './seal.ts'

export const writeStream = async (path: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal) => {
  const hash = createHash('sha256')
  let bytes = 0
  const summed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(summed(), createWriteStream(path, { mode: 0o600 }), { signal })
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
  return { sha256: hash.digest('hex'), bytes }
}

const locked = /^([0-9a-f]{64})\.([0-9a-f]{32})\.age$/

/** Whether `path` itself cannot be read, such as on a bad sector of the disk; not a fault of what is written meanwhile. */
const isUnreadable = (error: unknown, path: string): boolean =>
  error instanceof Error &&
  codeOfError(error) !== undefined &&
  (Reflect.get(error, 'path') === path || Reflect.get(error, 'syscall') === 'read')

/** Undefined for a file that is gone or cannot be read. */
const sumOfFile = async (path: string) => {
  try {
    return await digestOf(createReadStream(path))
  } catch (error) {
    if (isUnreadable(error, path)) return undefined
    throw error
  }
}

export interface StoredFiles {
  readonly files: readonly BackupFile[]
  /** Written just now. */
  readonly written: ReadonlySet<string>
  /** Paths of those whose stored file was damaged, and is there anew (D70). */
  readonly replaced: readonly string[]
  /** Paths of the shop's own files that cannot be read. */
  readonly unreadable: readonly string[]
}

interface Storing {
  readonly seal?: Seal
  readonly replaces: boolean
  readonly signal: AbortSignal
  readonly tell: (done: number, all: number) => void
}

/**
 * Copies missing pictures and PDFs (D22), and damaged ones anew; the first folder wins. Reads each stored file that it refers to, once.
 * Files that vanish are skipped, and checked for later. Throws BackupRefused for a damaged file unless `replaces`.
 */
export const storeFiles = async (
  folders: readonly string[],
  place: string,
  { signal, tell, ...how }: Storing,
): Promise<StoredFiles> => {
  const sources = new Map<string, string>()
  for (const folder of folders.toReversed())
    for (const path of await pathsBelow(folder)) sources.set(path, join(folder, path))
  const store = await openStore(place, how)
  const files: BackupFile[] = []
  const unreadable: string[] = []
  for (const [at, [path, source]] of [...sources]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .entries()) {
    signal.throwIfAborted()
    tell(at, sources.size)
    const sum = await sumOfFile(source)
    if (sum !== undefined) files.push({ path, ...sum, stored: await store.put({ path, ...sum }, source) })
    else if (existsSync(source)) unreadable.push(path)
  }
  return { files, unreadable, written: store.written, replaced: store.replaced }
}

const openStore = async (place: string, { seal, replaces }: Pick<Storing, 'seal' | 'replaces'>) => {
  const nameBySum = new Map<string, string>()
  for (const name of await readdir(join(place, filesFolder)))
    if (locked.test(name) === (seal !== undefined)) nameBySum.set(pictureSumOf(name), name)
  const written = new Set<string>()
  const sound = new Set<string>()
  const replaced: string[] = []
  const put = async (file: Omit<BackupFile, 'stored'>, source: string): Promise<string> => {
    const there = nameBySum.get(file.sha256)
    if (there !== undefined && (sound.has(there) || (await isWhole(place, { ...file, stored: there })))) {
      sound.add(there)
      return there
    }
    if (there !== undefined && !replaces) throw brokenFile(file.path)
    const stored = await storeOne(source, place, file.sha256, seal)
    nameBySum.set(file.sha256, stored)
    for (const each of [written, sound]) each.add(stored)
    if (there !== undefined) replaced.push(file.path)
    if (there !== undefined && there !== stored) await rm(join(place, filesFolder, there), { force: true })
    return stored
  }
  return { put, written, replaced }
}

const storeOne = async (
  source: string,
  place: string,
  sha256: string,
  seal: Seal | undefined,
): Promise<string> => {
  const folder = join(place, filesFolder)
  const unfinished = join(folder, `.${sha256}.unfinished`)
  try {
    const content = createReadStream(source)
    const written = await writeStream(unfinished, seal === undefined ? content : await seal.lock(content))
    const name = seal === undefined ? sha256 : `${sha256}.${written.sha256.slice(0, 32)}.age`
    await rename(unfinished, join(folder, name))
    return name
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Compares the content, or for a file locked in an earlier run its bytes on the disk. */
export const isWhole = async (place: string, { stored, sha256, bytes }: BackupFile): Promise<boolean> => {
  const sum = await sumOfFile(join(place, filesFolder, stored))
  if (sum === undefined) return false
  const sumOfLocked = sumInName(stored)
  return sumOfLocked === undefined
    ? sum.sha256 === sha256 && sum.bytes === bytes
    : sum.sha256.startsWith(sumOfLocked)
}

/** Whether a locked file below `place` is what its name says; true for others, whose names do not say. */
export const isAsNamed = async (place: string, name: string): Promise<boolean> => {
  const wanted = sumInName(basename(name))
  return wanted === undefined || (await sumOfFile(join(place, name)))?.sha256.startsWith(wanted) === true
}

/** The first 32 digits of a locked file's sum; undefined for others. */
export const sumInName = (stored: string): string | undefined => locked.exec(stored)?.[2]

/** Files with the same content: a damaged one that was locked has been stored anew under another name. */
const othersOf = async (place: string, { stored, sha256 }: BackupFile): Promise<string[]> =>
  (await readdir(join(place, filesFolder)).catch(() => [])).filter(
    (name) => name !== stored && name.startsWith(`${sha256}.`) && locked.test(name),
  )

/** Writes a file of a backup to `target`; false, and nothing, when it is missing or damaged. */
export const takeOutFiles = async (
  place: string,
  file: BackupFile,
  more: { readonly target: string; readonly identity: string | undefined },
): Promise<boolean> => {
  if (await writeOne(join(place, filesFolder, file.stored), file, more)) return true
  for (const name of await othersOf(place, file))
    if (await writeOne(join(place, filesFolder, name), file, more)) return true
  return false
}

const writeOne = async (
  path: string,
  { sha256 }: BackupFile,
  { target, identity }: { readonly target: string; readonly identity: string | undefined },
): Promise<boolean> => {
  try {
    const written = await writeStream(target, await openSealed(path, identity))
    if (written.sha256 === sha256) return true
  } catch (error) {
    // The archive opened with this key, so a file that does not is damaged.
    if (!(error instanceof BackupRefused) && !isUnreadable(error, path)) throw error
  }
  await rm(target, { force: true })
  return false
}
