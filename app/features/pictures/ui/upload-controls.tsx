import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import css from './picture-field.module.css'
import type { Upload } from './use-upload.ts'

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
