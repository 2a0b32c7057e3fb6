import { createHash } from 'node:crypto'
import { keepPdf, keepPicture } from '~/features/pictures/commands.server.ts'
import { isRecord } from '~/kernel/json.ts'
import type { AppContext } from '~/server/app-context.ts'
import { standIn } from './rules.ts'

/** As large as what a member may upload. */
const largestBytes = 10 * 1_048_576
const inlineFile = /^data:([\w/+.-]*)(?:;[\w=-]+)*;base64,([A-Za-z0-9+/=\s]*)$/

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `value` with a stand-in for each `data:` address, whose text is given to `onFile` with its hash. */
export const withoutInlineFiles = (value: unknown, onFile: (hash: string, text: string) => void): unknown => {
  if (typeof value === 'string') {
    if (!value.startsWith('data:')) return value
    const hash = hashOf(value)
    onFile(hash, value)
    return standIn(hash)
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
  too_many_pixels: '中の写真が大きすぎます（4,000万画素まで）',
  not_a_pdf: '中のPDFをPDFとして読めません',
  disk_full: 'ディスクの空きが足りません',
  shop_full: '写真を置く場所がいっぱいです',
}

/** Keeps a picture, re-encoded (R1, R5), or a PDF that lay inside of a document; gives its address, or why not in Japanese. */
export const keepInlineFile = async (
  ctx: AppContext,
  text: string,
): Promise<{ readonly url: string } | { readonly why: string }> => {
  const [, type = '', encoded = ''] = inlineFile.exec(text) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length === 0) return { why: '中の写真が空か、読めない形です' }
  if (bytes.length > largestBytes) return { why: '中の写真が大きすぎます（10MBまで）' }
  const kept =
    type === 'application/pdf' ? await keepPdf(ctx, bytes) : await keepPicture(ctx, 'import', bytes)
  return kept.ok
    ? { url: kept.value.url }
    : { why: refusals[kept.error] ?? `中の写真を写せません（${kept.error}）` }
}
