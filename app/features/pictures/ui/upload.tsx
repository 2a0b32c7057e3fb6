import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { href } from '~/href.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { isPdf, pictureFormatOf } from '~/kernel/picture-format.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { Button } from '~/ui/button.tsx'
import {
  mostUploadBytes,
  mostUploadMegabytes,
  pdfRefusals,
  pdfTooLargeText,
  pictureRefusals,
  tooLargeText,
  uploadFailedText,
  uploadNotTakenText,
} from '../texts.ts'
import css from './picture-field.module.css'

const megabyte = 1_048_576

/**
 * Converts a picture to an upright JPEG within its box, without metadata, or says why not. What the browser cannot decode is sent
 * unchanged, since the server may, except HEIC (R4).
 */
export const preparePicture = async (file: Blob, rule: PictureRuleName): Promise<Result<Blob, string>> => {
  const format = pictureFormatOf(new Uint8Array(await file.slice(0, 256).arrayBuffer()))
  if (format === undefined || format === 'animated')
    return refused(pictureRefusals[format ?? 'not_a_picture'].text)
  const { megabytes, quality } = pictureRules[rule]
  if (file.size > megabytes * megabyte) return refused(tooLargeText(megabytes))
  const jpeg = await asJpeg(file, rule, quality)
  if (jpeg !== null) return ok(jpeg)
  return format === 'heic' ? refused(pictureRefusals.heic.text) : ok(file)
}

/** Gives a PDF unchanged, or the text of a refusal (R8). */
export const preparePdf = async (file: File): Promise<Result<Blob, string>> => {
  if (file.size > mostUploadBytes) return refused(pdfTooLargeText)
  const isOne = isPdf(new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
  return isOne ? ok(file) : refused(pdfRefusals.not_a_pdf.text)
}

const asJpeg = async (file: Blob, rule: PictureRuleName, quality: number): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fittedSize(rule, bitmap))
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.imageSmoothingQuality = 'high'
    // JPEG has no transparency.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  // Frees memory at once on phones.
  canvas.width = 0
  return context !== null && jpeg?.type === 'image/jpeg' ? jpeg : null
}

interface Size {
  readonly width: number
  readonly height: number
}

interface PictureRule {
  /** Of the chosen file. */
  readonly megabytes: number
  /** Of the JPEG, 0 to 1. */
  readonly quality: number
  /** In px; a missing side is unlimited. */
  readonly box: (size: Size) => Partial<Size>
}

const landscapeOrPortrait = ({ width, height }: Size): Partial<Size> =>
  width > height ? { width: 1200 } : { height: 900 }

/** Limits before sending (R3, R4). */
export const pictureRules = {
  upload: { megabytes: 10, quality: 0.8, box: landscapeOrPortrait },
  edit: { megabytes: 5, quality: 0.7, box: () => ({ width: 800, height: 600 }) },
  photo: { megabytes: 10, quality: 0.8, box: landscapeOrPortrait },
  curated: { megabytes: 10, quality: 0.8, box: () => ({ width: 1200, height: 900 }) },
  /** A camera's file is larger. */
  product: { megabytes: 25, quality: 0.85, box: () => ({ width: 1200, height: 1200 }) },
} as const satisfies Record<string, PictureRule>

export type PictureRuleName = keyof typeof pictureRules

/** The admin gate's cookie is sent only to the admin page and below it (A3). */
export const uploadPaths: Readonly<Record<PictureRuleName, string>> = {
  upload: href('/api/uploads/picture'),
  edit: href('/api/uploads/picture'),
  photo: href('/api/uploads/picture', { for: 'photo' }),
  curated: href('/gallery/admin/picture'),
  product: href('/admin/product-picture'),
}

/** Never enlarged, and at least 1 px. */
export const fittedSize = (name: PictureRuleName, size: Size): Size => {
  const { width = Infinity, height = Infinity }: Partial<Size> = pictureRules[name].box(size)
  const scale = Math.min(1, width / size.width, height / size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

type UploadState =
  | { readonly status: 'idle' }
  /** For the device's other uploads, or the preparation. */
  | { readonly status: 'waiting' }
  | { readonly status: 'sending'; readonly percent: number }
  /** `mayRetry` when the file itself may be good. */
  | { readonly status: 'failed'; readonly text: string; readonly mayRetry: boolean }

interface Upload {
  readonly state: UploadState
  readonly isBusy: boolean
  readonly start: (file: File) => void
  readonly retry: () => void
  /** Also clears a failure. */
  readonly cancel: () => void
}

interface UploadParts {
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

/** Without HEIC in the list phones convert it to JPEG. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif'

export function FileButton({
  label,
  capture = false,
  multiple = false,
  onFiles,
  children,
}: {
  readonly label: string
  /** Offers the camera on touch screens. */
  readonly capture?: boolean
  readonly multiple?: boolean
  /** One or more; several only if `multiple`. */
  readonly onFiles: (files: readonly File[]) => void
  readonly children: string
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={capture ? css.camera : css.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        multiple={multiple}
        capture={capture ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Lets the same file be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button look="secondary" aria-label={`${children}（${label}）`} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </span>
  )
}

export const focusChooser = (within: Element | null | undefined): void =>
  within?.querySelector<HTMLElement>('[type="file"]:not([capture]) + button')?.focus()

export function DropArea({
  shape,
  onFiles,
  children,
}: {
  readonly shape: 'picture' | 'circle' | 'small'
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a second way; the buttons within are for everybody
    <div
      className={`${css.area} ${css[shape]}`}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      }}
    >
      {children}
    </div>
  )
}

export function UploadProgress({ upload, label }: { readonly upload: Upload; readonly label: string }) {
  const { state, isBusy, cancel, retry } = upload
  const percent = state.status === 'sending' ? state.percent : null
  // Screen readers hear each step, not each percent.
  const step =
    state.status === 'waiting'
      ? '準備しています…'
      : percent === 100
        ? '仕上げています…'
        : percent === null
          ? ''
          : '送信しています…'
  return (
    <>
      <div className={css.progress} hidden={!isBusy}>
        <progress aria-label={`${label}の送信`} max={100} {...(percent === null ? {} : { value: percent })} />
        <span>
          <span role="status">{step}</span>
          {percent !== null && percent < 100 ? <span aria-hidden="true"> {percent}%</span> : null}
        </span>
        <Button look="quiet" aria-label={`${label}の送信をやめる`} onClick={cancel}>
          やめる
        </Button>
      </div>
      {state.status === 'failed' && state.mayRetry ? (
        <div className="row-2">
          <Button look="secondary" aria-label={`もう一度送る（${label}）`} onClick={retry}>
            もう一度送る
          </Button>
          <Button look="quiet" aria-label={`${label}の送信を取り消す`} onClick={cancel}>
            取り消す
          </Button>
        </div>
      ) : null}
    </>
  )
}
