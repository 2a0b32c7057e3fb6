/** Time limits of a call to S3, in ms. */
export interface S3Limits {
  /** Until the answer begins; also for each pause while an object is read. */
  readonly answerMs: number
  /** For a whole write. */
  readonly writeMs: number
}

/** S3's answer broke off. */
export class S3Cut extends Error {
  override readonly name = 'S3Cut'
}

/**
 * A `fetch` that fails with a TimeoutError beyond these limits. Reading an object (a GET without a query) is limited until its
 * answer begins: the rest depends on the line or the visitor, and `chunksInTime` limits its pauses.
 */
export const s3FetchIn =
  ({ answerMs, writeMs }: S3Limits): typeof fetch =>
  async (input, init) => {
    const stop = new AbortController()
    const abort = () => stop.abort(new DOMException('the store is silent', 'TimeoutError'))
    const late = setTimeout(abort, init?.method === 'PUT' ? writeMs : answerMs).unref()
    const response = await fetch(input, { ...init, signal: stop.signal }).catch((error: unknown) => {
      clearTimeout(late)
      throw error
    })
    if (response.ok && init?.method === 'GET' && !String(input).includes('?')) clearTimeout(late)
    return response
  }

/** All `bytes` or S3Cut: a store that stands still for `pauseMs`, or ends early, must not look like a shorter object. */
export async function* chunksInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytes: number,
  pauseMs: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes
  for (;;) {
    const late = setTimeout(() => void reader.cancel().catch(() => {}), pauseMs)
    const { done, value } = await reader.read().finally(() => clearTimeout(late))
    if (done && left !== 0) throw new S3Cut(`${left} of ${bytes} bytes did not come`)
    if (done) return
    left -= value.length
    yield value
  }
}
