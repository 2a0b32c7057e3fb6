import { useEffect, useRef, useState } from 'react'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { isPdf } from '~/kernel/picture-format.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { pdfRefusals, pdfTooLargeText, pictureRefusals, tooLargeText, uploadFailedText } from '../texts.ts'

export type UploadState =
  | { readonly status: 'idle' }
  /** Until the others of this device are through, and it is made ready. */
  | { readonly status: 'waiting' }
  | { readonly status: 'sending'; readonly percent: number }
  /** `mayRetry` when the file itself may be good. */
  | { readonly status: 'failed'; readonly text: string; readonly mayRetry: boolean }

export interface Upload {
  readonly state: UploadState
  readonly isBusy: boolean
  readonly start: (file: File) => void
  /** The file of the last start once more. */
  readonly retry: () => void
  /** Also forgets a failure. */
  readonly cancel: () => void
}

export interface UploadParts {
  /** Of the call, such as /api/uploads/pdf. */
  readonly path: string
  /** What is sent of the chosen file, or the text of why it is not taken. */
  readonly prepare: (file: File) => Promise<Result<Blob, string>>
  readonly onPrepared?: (sent: Blob) => void
  /** With the address of what was uploaded. */
  readonly onDone: (url: string, file: File) => void
}

const pdfBytes = 10_485_760

/** For `useUpload`: a PDF goes as it is. */
export const preparePdf = async (file: File): Promise<Result<Blob, string>> => {
  if (file.size > pdfBytes) return refused(pdfTooLargeText)
  const isOne = isPdf(new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
  return isOne ? ok(file) : refused(pdfRefusals.not_a_pdf.text)
}

/** One upload of this device after another, in all its tabs: so each is soon through, and memory holds one picture. */
const oneAtATime = (signal: AbortSignal, task: () => Promise<void>): Promise<void> =>
  // Without https the browser has no locks; the server then takes two at once.
  'locks' in navigator ? navigator.locks.request('uploads', { signal }, task) : task()

/** Uploads of one field: a new start gives up the one before, and so does leaving the page. */
export const useUpload = (parts: UploadParts): Upload => {
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const current = useRef<{ readonly file: File; readonly stop: AbortController } | null>(null)
  useEffect(() => () => current.current?.stop.abort(), [])

  const start = (file: File) => {
    current.current?.stop.abort()
    const stop = new AbortController()
    const { signal } = stop
    current.current = { file, stop }
    const show = (next: UploadState) => {
      if (!signal.aborted) setState(next)
    }
    const upload = async () => {
      const prepared = await parts.prepare(file)
      if (!prepared.ok) return show({ status: 'failed', text: prepared.error, mayRetry: false })
      if (signal.aborted) return
      parts.onPrepared?.(prepared.value)
      show({ status: 'sending', percent: 0 })
      const onPercent = (percent: number) => show({ status: 'sending', percent })
      const sent = await sendUpload(parts.path, prepared.value, { signal, onPercent })
      if (signal.aborted) return
      if (!sent.ok) return show({ status: 'failed', ...sent.error })
      show({ status: 'idle' })
      parts.onDone(sent.value, file)
    }
    show({ status: 'waiting' })
    oneAtATime(signal, upload).catch(() => show({ status: 'failed', text: uploadFailedText, mayRetry: true }))
  }
  const retry = () => {
    if (current.current !== null) start(current.current.file)
  }
  const cancel = () => {
    current.current?.stop.abort()
    setState({ status: 'idle' })
  }
  return { state, isBusy: state.status === 'waiting' || state.status === 'sending', start, retry, cancel }
}

/** Nothing was sent and nothing came for so long: the line is dead, though nobody has said so. */
const longestSilenceMs = 60_000

const mostTries = 4
/** After a longer wait it is for the member to try again. */
const longestWaitS = 30

interface SendOptions {
  readonly signal: AbortSignal
  /** 0 to 100 of what has been sent. */
  readonly onPercent: (percent: number) => void
}

export interface SendFailure {
  readonly text: string
  readonly mayRetry: boolean
}

/** Sends an upload and gives its address, or the text to show; waits and tries again where the shop is only busy. */
const sendUpload = async (
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
  /** 0 when there was none. */
  readonly status: number
  readonly said: Readonly<Record<string, unknown>>
  /** In seconds; 0 when it is not said. */
  readonly retryAfter: number
}

/** Because of who sends it, or of what it is. */
const isFinal: ReadonlySet<number> = new Set([401, 403, 413, 422])

const textOf = ({ status, said }: Answer): string => {
  if (typeof said.error === 'string') return said.error
  if (status === 401) return pictureRefusals.not_signed_in.text
  if (status === 413) return tooLargeText(10)
  return status === 429 || status === 503 ? pictureRefusals.busy.text : uploadFailedText
}

/** XMLHttpRequest, for fetch says nothing of what has been sent. */
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
