import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { pictureRefusals, tooLargeText, uploadFailedText } from '../texts.ts'

/** Without progress for so long the connection counts as dead. */
const longestSilenceMs = 60_000

const mostTries = 4
/** After a longer wait the member retries herself. */
const longestWaitS = 30

interface SendOptions {
  readonly signal: AbortSignal
  /** 0 to 100. */
  readonly onPercent: (percent: number) => void
}

interface SendFailure {
  readonly text: string
  readonly mayRetry: boolean
}

/** Gives the address, or the text to show; waits and retries while the shop is busy. */
export const sendUpload = async (
  path: string,
  body: Blob,
  options: SendOptions,
): Promise<Result<string, SendFailure>> => {
  for (let tries = 1; ; tries += 1) {
    if (options.signal.aborted) return refused({ text: uploadFailedText, mayRetry: true })
    const answer = await sendOnce(path, body, options)
    if (answer.status === 201 && typeof answer.said.url === 'string') return ok(answer.said.url)
    const waits = answer.retryAfter > 0 && answer.retryAfter <= longestWaitS
    if (!waits || tries === mostTries)
      return refused({ text: textOf(answer), mayRetry: !isFinal.has(answer.status) })
    await pause(answer.retryAfter * 1_000, options.signal)
  }
}

interface Answer {
  /** 0 without an answer. */
  readonly status: number
  readonly said: Readonly<Record<string, unknown>>
  /** In seconds; 0 when not given. */
  readonly retryAfter: number
}

/** A retry would be refused again. */
const isFinal: ReadonlySet<number> = new Set([401, 403, 413, 422])

const textOf = ({ status, said }: Answer): string => {
  if (typeof said.error === 'string') return said.error
  if (status === 401) return pictureRefusals.not_signed_in.text
  if (status === 413) return tooLargeText(10)
  return status === 429 || status === 503 ? pictureRefusals.busy.text : uploadFailedText
}

/** fetch reports no upload progress. */
const sendOnce = (path: string, body: Blob, { signal, onPercent }: SendOptions): Promise<Answer> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let silence = window.setTimeout(abort, longestSilenceMs)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      window.clearTimeout(silence)
      silence = window.setTimeout(abort, longestSilenceMs)
      onPercent(total === 0 ? 0 : Math.round((100 * loaded) / total))
    })
    request.addEventListener('loadend', () => {
      window.clearTimeout(silence)
      signal.removeEventListener('abort', abort)
      const { status, responseText } = request
      const retryAfter = Number(status === 0 ? 0 : request.getResponseHeader('retry-after')) || 0
      resolve({ status, said: fieldsOf(parsedJson(responseText)), retryAfter })
    })
    signal.addEventListener('abort', abort)
    request.open('POST', path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(body)
  })

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      resolve()
    })
  })
