import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathsBelow } from '../paths-below.ts'
import { filesFolder } from './backup-place.ts'
import type { BackupFile } from './manifest.ts'
import { openSealed, type Seal } from './seal.ts'

export const sumOf = async (
  content: AsyncIterable<Uint8Array>,
): Promise<{ readonly sha256: string; readonly bytes: number }> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}

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

/** Copies missing pictures and PDFs (D22); the first folder wins. Files that vanish are skipped, and checked for later. */
export const storeFiles = async (
  folders: readonly string[],
  place: string,
  {
    seal,
    signal,
    tell,
  }: {
    readonly seal?: Seal
    readonly signal: AbortSignal
    readonly tell: (done: number, all: number) => void
  },
): Promise<BackupFile[]> => {
  const known = new Set(await readdir(join(place, filesFolder)))
  const lockedBySum = new Map(
    [...known].flatMap((name) => (locked.test(name) ? [[name.slice(0, 64), name]] : [])),
  )
  const sources = new Map<string, string>()
  for (const folder of folders.toReversed())
    for (const path of await pathsBelow(folder)) sources.set(path, join(folder, path))
  const files: BackupFile[] = []
  for (const [at, path] of [...sources.keys()].toSorted().entries()) {
    signal.throwIfAborted()
    tell(at, sources.size)
    const source = sources.get(path) ?? ''
    const found = await stat(source).catch(() => undefined)
    if (found === undefined) continue
    const sum = await sumOf(createReadStream(source))
    const there =
      seal === undefined ? (known.has(sum.sha256) ? sum.sha256 : undefined) : lockedBySum.get(sum.sha256)
    const stored = there ?? (await storeOne(source, place, sum.sha256, seal))
    known.add(stored)
    if (seal !== undefined) lockedBySum.set(sum.sha256, stored)
    files.push({ path, ...sum, stored })
  }
  return files
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
  const path = join(place, filesFolder, stored)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return false
  const sum = await sumOf(createReadStream(path))
  const [, , sumOfLocked] = locked.exec(stored) ?? []
  return sumOfLocked === undefined
    ? sum.sha256 === sha256 && sum.bytes === bytes
    : sum.sha256.startsWith(sumOfLocked)
}

/** Writes a file of a backup to `target`; false when it is missing or differs. */
export const takeOut = async (
  place: string,
  { stored, sha256 }: BackupFile,
  { target, identity }: { readonly target: string; readonly identity: string | undefined },
): Promise<boolean> => {
  const path = join(place, filesFolder, stored)
  if ((await stat(path).catch(() => undefined)) === undefined) return false
  const written = await writeStream(target, await openSealed(path, identity))
  return written.sha256 === sha256
}
