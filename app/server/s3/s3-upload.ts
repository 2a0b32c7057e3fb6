import { NotS3, S3Refusal } from './s3-fault.ts'
import { leaveUnread, type S3Request } from './s3-request.ts'
import { textIn } from './s3-xml.ts'

/** What is larger goes in parts of this size, in bytes; S3 wants 5 MiB of each but the last. */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 4
/** Before a part is sent again, in ms: a large archive need not begin anew for one of its parts. */
const waitsMs = [1_000, 2_000, 4_000]
const octets = { 'content-type': 'application/octet-stream' }

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A part of a file is read when it is sent. */
const partOf = async (content: Uint8Array | Blob, at: number): Promise<BodyInit> => {
  const [from, to] = [at * partBytes, (at + 1) * partBytes]
  return content instanceof Blob
    ? content.slice(from, to).arrayBuffer()
    : new Uint8Array(content.subarray(from, to))
}

/** Puts an object whole, or in parts. Throws as the request. */
export const uploadObject = async (
  request: S3Request,
  key: string,
  content: Uint8Array | Blob,
): Promise<void> => {
  const bytes = content instanceof Blob ? content.size : content.byteLength
  if (bytes <= partBytes)
    return leaveUnread(await request('PUT', key, { headers: octets, body: await partOf(content, 0) }))
  const begun = await request('POST', key, { query: { uploads: '' }, headers: octets, body: '' })
  const uploadId = textIn(await begun.text(), 'UploadId') ?? ''
  if (uploadId === '') throw new NotS3('no upload in parts')
  const count = Math.ceil(bytes / partBytes)
  const etags: string[] = []
  let next = 0
  const failures: unknown[] = []
  const hasFailed = () => failures.length > 0
  const sendParts = async () => {
    for (let at = next++; at < count && !hasFailed(); at = next++)
      etags[at] = await sendPart(request, key, { uploadId, at, part: await partOf(content, at), hasFailed })
  }
  const lane = () => sendParts().catch((error: unknown) => failures.push(error))
  await Promise.all(Array.from({ length: Math.min(partsAtOnce, count) }, lane))
  try {
    if (hasFailed()) throw failures[0]
    await completeUpload(request, key, { uploadId, etags })
  } catch (error) {
    // Behind the last part: what comes later would lie there for ever, and be paid for.
    await request('DELETE', key, { query: { uploadId } }).then(leaveUnread, () => {})
    throw error
  }
}

interface Part {
  readonly uploadId: string
  /** From 0. */
  readonly at: number
  readonly part: BodyInit
  /** Whether another part has failed for good. */
  readonly hasFailed: () => boolean
}

/** Gives the part's ETag. */
const sendPart = async (
  request: S3Request,
  key: string,
  { uploadId, at, part, hasFailed }: Part,
): Promise<string> => {
  for (let attempt = 0; ; attempt += 1)
    try {
      const sent = await request('PUT', key, {
        query: { partNumber: `${at + 1}`, uploadId },
        body: part,
      })
      leaveUnread(sent)
      return (sent.headers.get('etag') ?? '').replaceAll(/["<>&]/g, '')
    } catch (error) {
      const waitMs = waitsMs[attempt]
      if (waitMs === undefined || hasFailed()) throw error
      await wait(waitMs)
    }
}

const completeUpload = async (
  request: S3Request,
  key: string,
  { uploadId, etags }: { readonly uploadId: string; readonly etags: readonly string[] },
): Promise<void> => {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const answer = await request('POST', key, {
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
  })
  const body = await answer.text()
  // Joining takes long, so that a store may have said 200 before it failed.
  if (body.includes('<Error>')) throw new S3Refusal(500, { body })
}
