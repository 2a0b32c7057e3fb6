import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { refusalOfSignature, type S3Refusal } from './s3-signature.ts'

export interface S3ForTests {
  /** Without the bucket. */
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  /** Time of each upload, if a test sets it; epoch ms. */
  readonly putAt: Map<string, number>
  /** `METHOD key` of each call, in order. */
  readonly calls: string[]
  /** Answers a call in place of the store when it gives a status, with or without a code; `hangs` never answers, `cut` ends in the middle of what was asked for, `stalls` stands still after each third until `goOn`, `no end` in a refusal; `no length` leaves it out. */
  fault: (
    call: string,
  ) => number | S3Refusal | 'hangs' | 'cut' | 'stalls' | 'no end' | 'no length' | undefined
  /** What a put with If-None-Match does: as Amazon's, refused as by stores that do not know it, or not seen. */
  conditions: 'kept' | 'refused' | 'ignored'
  /** Wanted beside the key, as of one that ends by itself. */
  sessionToken: string | undefined
  /** Epoch ms by the store's own clock. */
  now: () => number
  /** Sends the next third of a stalled answer. */
  readonly goOn: () => void
}

export const s3KeyForTests = { BACKUP_S3_KEY_ID: 'key-of-a-test', BACKUP_S3_SECRET: 'secret-of-a-test' }
export const picturesKeyForTests = {
  PICTURES_S3_KEY_ID: s3KeyForTests.BACKUP_S3_KEY_ID,
  PICTURES_S3_SECRET: s3KeyForTests.BACKUP_S3_SECRET,
}
export const bucketForTests = 'fabric-backups'
/** What the settings say where they say nothing. */
const regionForTests = 'ap-northeast-1'

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const md5 = (content: Uint8Array) => createHash('md5').update(content)
const etagOf = (content: Uint8Array) => `"${md5(content).digest('hex')}"`

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

const smallestPart = 5 * 1024 * 1024

/** What the strictest stores refuse of the body: OpenStack Swift takes no removal of many without Content-MD5. */
const refusalOfBody = (
  { method, headers }: IncomingMessage,
  { query, body }: { query: URLSearchParams; body: Buffer },
): S3Refusal | null => {
  if (method === 'PUT' && headers['content-length'] === undefined)
    return { status: 411, code: 'MissingContentLength' }
  const sum = headers['content-md5']
  if (method === 'POST' && query.has('delete') && sum === undefined)
    return { status: 400, code: 'InvalidRequest' }
  if (sum !== undefined && sum !== md5(body).digest('base64')) return { status: 400, code: 'BadDigest' }
  return null
}

/** A bucket like S3's, with multipart uploads, on a free port, as strict as OpenStack Swift: each call's signature is checked. */
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
    const refuse = ({ status, code, more = '' }: S3Refusal) =>
      end(status, `<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`)
    if (typeof fault === 'number') return void refuse({ status: fault, code: 'Fault' })
    if (typeof fault === 'object') return void refuse(fault)
    const refused =
      refusalOfSignature(request, {
        keyId: s3KeyForTests.BACKUP_S3_KEY_ID,
        secret: s3KeyForTests.BACKUP_S3_SECRET,
        region: regionForTests,
        sessionToken: store.sessionToken,
        now: store.now,
      }) ?? refusalOfBody(request, { query: url.searchParams, body })
    if (refused !== null) return void refuse(refused)
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
      const inOrder = [...parts].toSorted(([a], [b]) => a - b)
      const told = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.+?)<\/ETag>/g)].map(
        ([, number, etag = '']) => `${number} ${etag.replaceAll(/"|&quot;/g, '')}`,
      )
      if (told.join() !== inOrder.map(([number, part]) => `${number} ${md5(part).digest('hex')}`).join())
        return void refuse({ status: 400, code: 'InvalidPart' })
      if (inOrder.slice(0, -1).some(([, part]) => part.length < smallestPart))
        return void refuse({ status: 400, code: 'EntityTooSmall' })
      objects.set(key, Buffer.concat(inOrder.map(([, part]) => part)))
      return void end(
        200,
        `<?xml version="1.0"?><CompleteMultipartUploadResult><Location>x</Location><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"x-1"</ETag></CompleteMultipartUploadResult>`,
      )
    }
    if (method === 'PUT') {
      if (request.headers['if-none-match'] !== undefined && store.conditions !== 'ignored') {
        if (store.conditions === 'refused') return void end(501, '<Error><Code>NotImplemented</Code></Error>')
        if (request.headers['if-none-match'] !== '*')
          return void refuse({ status: 400, code: 'InvalidRequest' })
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
    conditions: 'refused',
    sessionToken: undefined,
    now: Date.now,
    goOn: () => stalled.shift()?.(),
  }
  return store
}
