import { useEffect, useRef, useState } from 'react'
import { isPdf } from '~/kernel/picture-format.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { pdfRefusals, pdfTooLargeText, uploadFailedText } from '../texts.ts'
import { sendUpload } from './send-upload.ts'

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

const pdfBytes = 10_485_760

export const preparePdf = async (file: File): Promise<Result<Blob, string>> => {
  if (file.size > pdfBytes) return refused(pdfTooLargeText)
  const isOne = isPdf(new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
  return isOne ? ok(file) : refused(pdfRefusals.not_a_pdf.text)
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
