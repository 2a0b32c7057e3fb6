import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathsBelow } from '../paths-below.ts'
import { wholeOf } from '../s3/s3-store.ts'
import { codeOfError, writeWhole } from '../whole-file.ts'
import { BucketAway, type PictureBucket } from './picture-bucket.ts'

export interface Copying {
  readonly signal: AbortSignal
  readonly tell: (done: number) => void
}

export interface Copied {
  readonly copied: number
  readonly there: number
}

/** The open shop removes what nothing refers to. */
const undefinedWhereGone = (error: unknown): undefined => {
  if (codeOfError(error) !== 'ENOENT') throw error
}

/** Below `folder`, with their lengths in bytes. */
const fileSizesBelow = async (folder: string): Promise<ReadonlyMap<string, number>> => {
  const files = new Map<string, number>()
  for (const path of await pathsBelow(folder)) {
    const stats = await stat(join(folder, path)).catch(undefinedWhereGone)
    if (stats !== undefined) files.set(path, stats.size)
  }
  return files
}

const objectsIn = async (bucket: PictureBucket): Promise<ReadonlyMap<string, number>> => {
  const objects = new Map<string, number>()
  for await (const { name, bytes } of bucket.list('')) if (!/(^|\/)\./.test(name)) objects.set(name, bytes)
  return objects
}

/** Copies what the bucket lacks and reads it back. Safe beside an open shop: a name stands for one content. */
export const copyToBucket = async (
  imagesDir: string,
  bucket: PictureBucket,
  { signal, tell }: Copying,
): Promise<Copied> => {
  const objects = await objectsIn(bucket)
  let [copied, there] = [0, 0]
  for (const [name, bytes] of await fileSizesBelow(imagesDir)) {
    signal.throwIfAborted()
    if (objects.get(name) === bytes) {
      there += 1
      continue
    }
    const content = await readFile(join(imagesDir, name)).catch(undefinedWhereGone)
    if (content === undefined) continue
    await bucket.put(name, content)
    const back = await bucket.get(name)
    if (back === undefined || !(await wholeOf(back)).equals(content))
      throw new BucketAway(`${name} を読み返すと、置いたものと違いました。`)
    copied += 1
    tell(copied)
  }
  return { copied, there }
}

/** Writes what the folder lacks; `mirrors` removes what only the folder has. */
export const copyToFolder = async (
  bucket: PictureBucket,
  folder: string,
  { signal, tell, mirrors = false }: Copying & { readonly mirrors?: boolean },
): Promise<Copied> => {
  const there = await fileSizesBelow(folder)
  const objects = await objectsIn(bucket)
  let copied = 0
  for (const [name, bytes] of objects) {
    signal.throwIfAborted()
    if (there.get(name) === bytes) continue
    const object = await bucket.get(name)
    if (object === undefined) continue
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
    await writeWhole(join(folder, name), await wholeOf(object))
    copied += 1
    tell(copied)
  }
  if (mirrors) for (const name of there.keys()) if (!objects.has(name)) await rm(join(folder, name))
  return { copied, there: objects.size - copied }
}
