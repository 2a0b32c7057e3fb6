import { createHash } from 'node:crypto'
import { keepPdf, keepPicture, lookAtPdf, lookAtPicture } from '~/features/pictures/commands.server.ts'
import { mostPixelsText, mostUploadBytes, mostUploadMegabytes } from '~/features/pictures/texts.ts'
import { isRecord } from '~/kernel/json.ts'
import { ok, type Result } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { placeholder } from './rules.ts'

const inlineFile = /^data:([\w/+.-]*)(?:;[\w=-]+)*;base64,([A-Za-z0-9+/=\s]*)$/

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Replaces each `data:` address in `value`; `onFile` gets its hash and text. */
export const withoutInlineFiles = (value: unknown, onFile: (hash: string, text: string) => void): unknown => {
  if (typeof value === 'string') {
    if (!value.startsWith('data:')) return value
    const hash = hashOf(value)
    onFile(hash, value)
    return placeholder(hash)
  }
  if (Array.isArray(value)) return value.map((each) => withoutInlineFiles(each, onFile))
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, withoutInlineFiles(each, onFile)]),
      )
    : value
}

const refusals: Readonly<Record<string, string>> = {
  not_a_picture: '中の写真を写真として読めません',
  broken: '中の写真が壊れています',
  too_many_pixels: `中の写真が大きすぎます（${mostPixelsText}）`,
  not_a_pdf: '中のPDFをPDFとして読めません',
  disk_full: 'ディスクの空きが足りません',
  shop_full: '写真を置く場所がいっぱいです',
}

type FileVerdict = { readonly url: string } | { readonly why: string }

/** Stores a PDF or re-encoded picture (R1, R5); gives its address, or a reason in Japanese. */
export const keepInlineFile = (ctx: AppContext, text: string): Promise<FileVerdict> =>
  withBytes(text, async (bytes, isPdf) => (isPdf ? keepPdf(ctx, bytes) : keepPicture(ctx, 'import', bytes)))

/** Reads it as `keepInlineFile` would and stores nothing; the address is none. */
export const lookAtInlineFile = (ctx: AppContext, text: string): Promise<FileVerdict> =>
  withBytes(text, async (bytes, isPdf) => {
    const read = isPdf ? lookAtPdf(bytes) : await lookAtPicture(ctx, 'import', bytes)
    return read.ok ? ok({ url: '' }) : read
  })

const withBytes = async (
  text: string,
  read: (bytes: Buffer, isPdf: boolean) => Promise<Result<{ readonly url: string }, string>>,
): Promise<FileVerdict> => {
  const [, type = '', encoded = ''] = inlineFile.exec(text) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length === 0) return { why: '中の写真が空か、読めない形です' }
  if (bytes.length > mostUploadBytes) return { why: `中の写真が大きすぎます（${mostUploadMegabytes}MBまで）` }
  const done = await read(bytes, type === 'application/pdf')
  return done.ok
    ? { url: done.value.url }
    : { why: refusals[done.error] ?? `中の写真を写せません（${done.error}）` }
}
