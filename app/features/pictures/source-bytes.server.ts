import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { fetchOutside, type OutsideFailure, type OutsideLimits } from '~/server/fetch-outside.ts'
import type { PicturePlaces } from '~/server/http/picture-sender.ts'
import type { PictureBucket } from '~/server/pictures/picture-bucket.ts'
import { wholeOf } from '~/server/s3/s3-store.ts'
import { codeOfError } from '~/server/whole-file.ts'
import type { SourceFailure } from './rules.ts'
import { mostSourceMegabytes } from './texts.ts'

const limits: OutsideLimits = {
  timeMs: 60_000,
  answerMs: 15_000,
  bodyBytes: mostSourceMegabytes * 1_048_576,
  redirects: 3,
}

// Some hosts refuse clients without a user agent; of several formats the original one is preferred.
const headers = {
  accept: 'image/jpeg, image/png, image/webp;q=0.9, image/avif;q=0.9, image/*;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; shop pictures)',
}

type FailedFetch =
  | Extract<SourceFailure, `status ${number}` | OutsideFailure['kind'] | 'missing'>
  | 'no answer'

/** `source` as `pictureSource` gives it: fetched under the rules of P3, or read from the shop's own folder. */
export const pictureAt = async (
  ctx: PicturePlaces & Pick<AppContext, 'demo'>,
  source: string,
  signal: AbortSignal,
): Promise<Result<Buffer, FailedFetch>> => {
  if (source.startsWith('/')) return ownFile(ctx, source)
  const response = await fetchOutside({ url: source, demo: ctx.demo, headers, signal, limits })
  if (response.ok) return ok(response.value.body)
  const { error } = response
  return refused(error.kind === 'status' ? (`status ${error.status}` as const) : error.kind)
}

/** Errors of the machine, which say nothing about the file. */
const passing = ['EMFILE', 'ENFILE', 'ENOMEM', 'EIO']

/** `/Image/…` only, never outside its folder; unreadable files count as missing. */
export const ownFile = async (
  { imagesDir, pictureBucket }: PicturePlaces,
  address: string,
): Promise<Result<Buffer, 'missing' | 'too large'>> => {
  const file = await openOwn(imagesDir, address)
  if (file === undefined) return objectAt(pictureBucket, address)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return refused('missing')
    return stats.size > limits.bodyBytes ? refused('too large') : ok(await file.readFile())
  } finally {
    await file.close()
  }
}

const objectAt = async (
  bucket: PictureBucket | undefined,
  address: string,
): Promise<Result<Buffer, 'missing' | 'too large'>> => {
  const object = await bucket?.get(nameAt(address))
  if (object === undefined) return refused('missing')
  if (object.bytes > limits.bodyBytes) {
    object.leave()
    return refused('too large')
  }
  return ok(await wholeOf(object))
}

/** Changes when a file of our own folder does; '' for others, and with S3, where each machine's folder has its own times. */
export const sourceVersion = async (
  { imagesDir, pictureBucket }: PicturePlaces,
  source: string,
): Promise<string> => {
  const isOwn = source.startsWith('/') && pictureBucket === undefined
  const file = isOwn ? await openOwn(imagesDir, source) : undefined
  if (file === undefined) return ''
  try {
    const { size, mtimeMs } = await file.stat()
    return `${size} ${mtimeMs}`
  } finally {
    await file.close()
  }
}

const nameAt = (address: string) => decodeURIComponent(address.slice('/Image/'.length))

const openOwn = (imagesDir: string, address: string) =>
  open(join(imagesDir, nameAt(address))).catch((error: unknown) => {
    if (passing.includes(String(codeOfError(error)))) throw error
    return undefined
  })

const silenceMs = 120_000

/** Pauses hosts that are being asked, or lately did not answer. */
export interface HostPauses {
  readonly resting: () => readonly string[]
  /** False when the host is paused; `ask` tells whether the host answered. */
  take(host: string, ask: () => Promise<boolean>): Promise<boolean>
}

export const createHostPauses = (now: () => number): HostPauses => {
  const asked = new Set<string>()
  const silentUntil = new Map<string, number>()
  const resting = () => {
    for (const [host, until] of silentUntil) if (until <= now()) silentUntil.delete(host)
    return [...asked, ...silentUntil.keys()]
  }
  return {
    resting,
    async take(host, ask) {
      if (resting().includes(host)) return false
      asked.add(host)
      try {
        if (!(await ask())) silentUntil.set(host, now() + silenceMs)
      } finally {
        asked.delete(host)
      }
      return true
    },
  }
}
