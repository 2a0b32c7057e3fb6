import { useEffect, useRef, useState } from 'react'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import {
  mostUploadMegabytes,
  pictureRefusals,
  tooLargeText,
  uploadFailedText,
  uploadNotTakenText,
} from '../texts.ts'

export type UploadState =
  | { readonly status: 'idle' }
  /** For the device's other uploads, or the preparation. */
  | { readonly status: 'waiting' }
  | { readonly status: 'sending'; readonly percent: number }
  /** `mayRetry` when the file itself may be good. */
  | { readonly status: 'failed'; readonly text: string; readonly mayRetry: boolean }

export interface Upload {
  readonly state: UploadState
  readonly isBusy: boolean
  readonly start: (file: File) => void
  readonly retry: () => void
  /** Also clears a failure. */
  readonly cancel: () => void
}

export interface UploadParts {
  readonly path: string
  /** Gives what to send, or the text of a refusal. */
  readonly prepare: (file: File) => Promise<Result<Blob, string>>
  readonly onPrepared?: (sent: Blob) => void
  readonly onDone: (url: string, file: File) => void
}

/** Serializes the uploads of all tabs, so that memory holds one picture. */
const oneAtATime = (signal: AbortSignal, task: () => Promise<void>): Promise<void> =>
  // Browsers have no locks without https; the server then limits uploads to two.
  'locks' in navigator ? navigator.locks.request('uploads', { signal }, task) : task()

/** A new start, or leaving the page, aborts the former upload. */
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

/** Gives the address, or the text to show; waits and retries while the shop is busy. */
const sendUpload = async (
  path: string,
  body: Blob,
  options: SendOptions,
): Promise<Result<string, Omit<Extract<UploadState, { status: 'failed' }>, 'status'>>> => {
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
  if (status === 413) return tooLargeText(mostUploadMegabytes)
  if (status === 429 || status === 503) return pictureRefusals.busy.text
  return status === 0 ? uploadFailedText : uploadNotTakenText
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
      const retryAfter = Number(request.status === 0 ? 0 : request.getResponseHeader('retry-after')) || 0
      resolve({ status: request.status, said: fieldsOf(parsedJson(request.responseText)), retryAfter })
    })
    signal.addEventListener('abort', abort)
    request.open('POST', path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(body)
  })

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = window.setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
