import { digestOf } from '../whole-file.ts'
import { EndlessList, NoLength, type S3Fault, S3Refusal, type S3SettingsName, s3FaultOf } from './s3-fault.ts'
import type { S3Place } from './s3-place.ts'
import { chunksInTime, createS3Request, leaveUnread, type S3Limits, wordsOf } from './s3-request.ts'
import { uploadObject } from './s3-upload.ts'
import { type ListedObject, readListPage } from './s3-xml.ts'

export interface S3Object {
  readonly body: AsyncIterable<Uint8Array>
  readonly bytes: number
  readonly etag: string
  readonly lastModified: string
  /** For a reader that stops early. */
  readonly leave: () => void
}

/** Throws as the store when the object does not arrive whole. */
export const wholeOf = async ({ body }: S3Object): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Objects below a place in S3, by their names in it. What the store, or the way to it, does wrong is thrown as its owner's error (D90). */
export interface S3Store {
  /** The one check of a bucket (D90): reads and lists below the place. */
  check(): Promise<void>
  /** Behind `check`, in a place that is one's own: whether the key may write and, with `removes`, remove. */
  checkWrites(wanted: { readonly removes: boolean }): Promise<void>
  /** Larger ones go in parts. */
  put(name: string, content: Uint8Array | Blob): Promise<void>
  has(name: string): Promise<boolean>
  get(name: string): Promise<S3Object | undefined>
  /** SHA-256 of what lies there, in hex; undefined where nothing does. */
  sum(name: string): Promise<string | undefined>
  /** Also where nothing lies any more. */
  remove(name: string): Promise<void>
  /** `folder` is '' or ends in '/'; a thousand per request. */
  list(folder: string): AsyncIterable<ListedObject>
  /** An object of a few words, such as a mark, within the limit of one answer; undefined where there is none. */
  words(name: string): Promise<string | undefined>
  putWords(name: string, words: string): Promise<void>
  /** Leaves an object that is there already; reading it back tells whose it is. Some stores know no condition, and take it without one. */
  putFirstWords(name: string, words: string): Promise<void>
}

interface StoreParts {
  /** Whose names the sentences tell. */
  readonly settings: S3SettingsName
  readonly limits: S3Limits
  /** Of checks and of words, for which start and status wait. */
  readonly checkLimits?: S3Limits
  /** How often a call is made that may pass. */
  readonly attempts: number
  /** What is thrown for a fault. */
  readonly errorOf: (fault: S3Fault) => Error
}

/** Read and written to try a place; like the mark it begins with a dot, so that nothing takes it for a picture or a backup. */
const triedName = '.tried'
const objectsPerPage = 1_000
/** Ten million objects. */
const mostPages = 10_000

/** Opens nothing. */
export const openS3Store = (
  place: S3Place,
  { settings, limits, checkLimits = limits, attempts, errorOf }: StoreParts,
): S3Store => {
  const { endpoint, region, prefix } = place
  const request = createS3Request(place, limits)
  const checks = createS3Request(place, checkLimits)
  const keyOf = (name: string) => `${prefix}${name}`
  const faultOf = (error: unknown, wasTrusted = false) =>
    s3FaultOf(error, { settings, endpoint, region, wasTrusted })
  /** Repeats what may pass; behind `most` attempts throws the owner's error. */
  const asked = async <T>(call: () => Promise<T>, most = attempts): Promise<T> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await call()
      } catch (error) {
        const fault = faultOf(error)
        if (fault === undefined) throw error
        if (attempt === most || !fault.mayPass) throw errorOf(fault)
      }
  }
  /** A signature of the same key was taken just now. */
  const trusted = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw faultOf(error, true) ?? error
    })
  const page = async (ask: typeof request, key: string, { most = objectsPerPage, token = '' }) => {
    const query = {
      'list-type': '2',
      'max-keys': `${most}`,
      ...(key !== '' && { prefix: key }),
      ...(token !== '' && { 'continuation-token': token }),
    }
    const answer = await ask('GET', '', { query, also: [404] })
    // Some stores send a whole page where one object was asked for.
    if (answer.status !== 404) return readListPage(await answer.text(), objectsPerPage)
    // Whatever it calls it, nothing but the bucket is asked for; as an empty list it would be taken for an empty bucket.
    leaveUnread(answer)
    throw new S3Refusal(404, { body: '' })
  }
  const words = async (name: string) => {
    const answer = await checks('GET', keyOf(name), { also: [404] })
    if (answer.status !== 404) return wordsOf(answer, checkLimits.answerMs)
    leaveUnread(answer)
    return undefined
  }
  const putText = async (
    ask: typeof request,
    name: string,
    { body, ...conditions }: { readonly body: string; readonly 'if-none-match'?: string },
  ) =>
    leaveUnread(
      await ask('PUT', keyOf(name), { headers: { 'content-type': 'text/plain', ...conditions }, body }),
    )
  const remove = async (ask: typeof request, name: string) => {
    try {
      leaveUnread(await ask('DELETE', keyOf(name)))
    } catch (error) {
      // Some stores refuse what lies there no more.
      if (!(error instanceof S3Refusal && error.code === 'NoSuchKey')) throw error
    }
  }
  const open = async (name: string) => {
    const answer = await request('GET', keyOf(name), { also: [404] })
    if (answer.status === 404) {
      leaveUnread(answer)
      return undefined
    }
    const bytes = Number(answer.headers.get('content-length') ?? Number.NaN)
    if (Number.isNaN(bytes)) {
      leaveUnread(answer)
      throw new NoLength(`${name} has no length`)
    }
    const reader = (answer.body ?? new Blob([]).stream()).getReader()
    return {
      chunks: chunksInTime(reader, bytes, limits.answerMs),
      bytes,
      etag: answer.headers.get('etag') ?? '',
      lastModified: answer.headers.get('last-modified') ?? '',
      leave: () => void reader.cancel().catch(() => {}),
    }
  }
  async function* askedChunks(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { done, value } = await asked(() => chunks.next(), 1)
      if (done) return
      yield value
    }
  }
  return {
    check: () =>
      asked(async () => {
        await words(triedName)
        await trusted(page(checks, prefix, { most: 1 }))
      }),
    checkWrites: ({ removes }) =>
      asked(async () => {
        await trusted(putText(checks, triedName, { body: 'tried\n' }))
        if (removes) await trusted(remove(checks, triedName))
      }),
    put: (name, content) => asked(() => uploadObject(request, keyOf(name), content)),
    has: (name) => asked(async () => (await request('HEAD', keyOf(name), { also: [404] })).status !== 404),
    get: async (name) => {
      const found = await asked(() => open(name))
      if (found === undefined) return undefined
      const { chunks, ...object } = found
      return { ...object, body: askedChunks(chunks) }
    },
    sum: (name) =>
      asked(async () => {
        const found = await open(name)
        return found && (await digestOf(found.chunks)).sha256
      }),
    remove: (name) => asked(() => remove(request, name)),
    async *list(folder) {
      const tokens = new Set<string>()
      for (let token: string | undefined; ; ) {
        const { objects, token: next } = await asked(async () => {
          const found = await page(request, keyOf(folder), { token: token ?? '' })
          const { token: more } = found
          if (more !== undefined && (tokens.has(more) || tokens.size === mostPages))
            throw new EndlessList('the same token again')
          return found
        })
        for (const { name, ...object } of objects) yield { ...object, name: name.slice(prefix.length) }
        if (next === undefined) return
        tokens.add(next)
        token = next
      }
    },
    words: (name) => asked(() => words(name)),
    putWords: (name, body) => asked(() => putText(request, name, { body })),
    putFirstWords: (name, body) =>
      asked(async () => {
        try {
          await putText(request, name, { body, 'if-none-match': '*' })
        } catch (error) {
          if (!(error instanceof S3Refusal)) throw error
          if (isTaken.has(error.status)) return
          if (!knowsNoCondition.has(error.status)) throw error
          await putText(request, name, { body })
        }
      }),
  }
}

const isTaken = new Set([409, 412])
const knowsNoCondition = new Set([400, 501])
