import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface S3ForTests {
  /** Without the bucket. */
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  /** Time of each upload, if a test sets it; epoch ms. */
  readonly putAt: Map<string, number>
  /** `METHOD key` of each call, in order. */
  readonly calls: string[]
  /** Answers a call in place of the store when it gives a status; `hangs` never answers, `cut` ends in the middle of what was asked for, `stalls` stands still after each third until `goOn`, `no end` in a refusal; `no length` leaves it out. */
  fault: (call: string) => number | 'hangs' | 'cut' | 'stalls' | 'no end' | 'no length' | undefined
  /** What a put with If-None-Match does: as Amazon's, refused as by stores that do not know it, or not seen. */
  conditions: 'kept' | 'refused' | 'ignored'
  /** Sends the next third of a stalled answer. */
  readonly goOn: () => void
}

export const s3KeyForTests = { BACKUP_S3_KEY_ID: 'key-of-a-test', BACKUP_S3_SECRET: 'secret-of-a-test' }
export const picturesKeyForTests = {
  PICTURES_S3_KEY_ID: s3KeyForTests.BACKUP_S3_KEY_ID,
  PICTURES_S3_SECRET: s3KeyForTests.BACKUP_S3_SECRET,
}
export const bucketForTests = 'fabric-backups'

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const etagOf = (content: Uint8Array) => `"${createHash('md5').update(content).digest('hex')}"`

const putAtFirst = Date.UTC(2026, 3, 1)

/** Like S3: at most `most` keys, and a token if there are more. */
const listXml = (
  keys: readonly (readonly [string, Buffer])[],
  { most, from, putAt }: { most: number; from: string; putAt: ReadonlyMap<string, number> },
) => {
  const left = keys.filter(([key]) => key > from)
  const page = left.slice(0, most)
  const token = left.length > most ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><Name>${bucketForTests}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${token !== ''}</IsTruncated>${token}${page
    .map(
      ([key, content]) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date(putAt.get(key) ?? putAtFirst).toISOString()}</LastModified><ETag>${etagOf(content)}</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    .join('')}</ListBucketResult>`
}

/** A bucket like S3's, with multipart uploads, on a free port; only calls signed with the key are answered. */
export const startS3 = async (onEnd: (close: () => void) => void, port = 0): Promise<S3ForTests> => {
  const objects = new Map<string, Buffer>()
  const putAt = new Map<string, number>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const stalled: (() => void)[] = []
  const sendByThirds = (response: ServerResponse, content: Buffer) => {
    const third = Math.ceil(content.length / 3)
    response.write(content.subarray(0, third))
    stalled.push(
      () => response.write(content.subarray(third, 2 * third)),
      () => response.end(content.subarray(2 * third)),
    )
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '' } = request
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, bucket = '', ...path] = url.pathname.split('/')
    const key = decodeURIComponent(path.join('/'))
    const body = await bodyOf(request)
    const call = `${method} ${key}${url.searchParams.has('partNumber') ? ' part' : ''}`
    store.calls.push(call)
    const fault = store.fault(call)
    const end = (status: number, content: string | Buffer = '', headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(content)
    if (fault === 'hangs') return
    if (fault === 'no end') return void response.writeHead(500).write('<Error>')
    if (typeof fault === 'number') return void end(fault, '<Error><Code>Fault</Code></Error>')
    const signed = request.headers.authorization ?? ''
    if (!signed.includes(`Credential=${s3KeyForTests.BACKUP_S3_KEY_ID}/`))
      return void end(403, '<Error><Code>AccessDenied</Code></Error>')
    if (bucket !== bucketForTests) return void end(404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (method === 'GET' && key === '') {
      const prefix = url.searchParams.get('prefix') ?? ''
      const most = Number(url.searchParams.get('max-keys') ?? 1_000)
      const from = url.searchParams.get('continuation-token') ?? ''
      const found = [...objects].filter(([name]) => name.startsWith(prefix))
      const inOrder = found.toSorted(([a], [b]) => (a < b ? -1 : 1))
      const xml = listXml(inOrder, { most, from, putAt })
      if (fault === 'stalls') return void response.writeHead(200).write(xml.slice(0, -20))
      return void end(200, xml)
    }
    if (method === 'GET' || method === 'HEAD') {
      const content = objects.get(key)
      if (content === undefined) return void end(404, '<Error><Code>NoSuchKey</Code></Error>')
      const lastModified = new Date(putAt.get(key) ?? putAtFirst).toUTCString()
      const facts = { 'content-length': content.length, etag: etagOf(content), 'last-modified': lastModified }
      if (method === 'HEAD') return void response.writeHead(200, facts).end()
      if (fault === 'no length') return void response.writeHead(200, { etag: facts.etag }).end(content)
      if (fault !== 'cut' && fault !== 'stalls') return void end(200, content, facts)
      response.writeHead(200, facts)
      if (fault === 'stalls') return sendByThirds(response, content)
      return void response.write(content.subarray(0, content.length / 2), () => response.destroy())
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void end(204)
    }
    if (method === 'POST' && url.searchParams.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(name)
      const deleted = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/g)].map(
        ([, name]) => `<Deleted><Key>${name}</Key></Deleted>`,
      )
      return void end(200, `<?xml version="1.0"?><DeleteResult>${deleted.join('')}</DeleteResult>`)
    }
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${uploads.size}`
      uploads.set(id, new Map())
      return void end(
        200,
        `<?xml version="1.0"?><InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const parts = uploads.get(url.searchParams.get('uploadId') ?? '')
    if (method === 'PUT' && parts !== undefined) {
      parts.set(Number(url.searchParams.get('partNumber')), body)
      return void end(200, '', { etag: etagOf(body) })
    }
    if (method === 'POST' && parts !== undefined) {
      objects.set(key, Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)))
      return void end(
        200,
        `<?xml version="1.0"?><CompleteMultipartUploadResult><Location>x</Location><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"x-1"</ETag></CompleteMultipartUploadResult>`,
      )
    }
    if (method === 'PUT') {
      if (request.headers['if-none-match'] !== undefined && store.conditions !== 'ignored') {
        if (store.conditions === 'refused') return void end(501, '<Error><Code>NotImplemented</Code></Error>')
        if (!/SignedHeaders=[^,]*if-none-match/.test(signed) || request.headers['if-none-match'] !== '*')
          return void end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
        if (objects.has(key)) return void end(412, '<Error><Code>PreconditionFailed</Code></Error>')
      }
      objects.set(key, body)
      return void end(200, '', { etag: etagOf(body) })
    }
    end(405)
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const listensAt = typeof address === 'object' ? address?.port : undefined
  const store: S3ForTests = {
    endpoint: `http://127.0.0.1:${listensAt}`,
    objects,
    putAt,
    calls: [],
    fault: () => undefined,
    conditions: 'kept',
    goOn: () => stalled.shift()?.(),
  }
  return store
}
