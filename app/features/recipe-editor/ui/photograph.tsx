import { useEffect, useRef, useState } from 'react'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { type PictureRuleName, preparePicture, uploadPaths } from '~/features/pictures/ui/prepare-upload.ts'
import { UploadProgress } from '~/features/pictures/ui/upload-controls.tsx'
import { useUpload } from '~/features/pictures/ui/use-upload.ts'
import type { TypedRow } from '../form.rules.ts'
import css from './photographs.module.css'

/** An uploaded photograph, or a file that is uploaded once its row is shown. */
export interface PhotographRow extends TypedRow {
  readonly url: string
  readonly file?: File
}

interface PhotographProps {
  readonly row: PhotographRow
  /** From 0. */
  readonly at: number
  readonly rule: PictureRuleName
  readonly errorOf: (url: string) => string | undefined
  readonly onUrl: (url: string) => void
  readonly onBusy: (isBusy: boolean) => void
  /** Its upload was given up. */
  readonly onGone: () => void
}

/** One of a recipe's photographs in the form, with its upload. */
export function Photograph(props: PhotographProps) {
  const { at, errorOf, onGone } = props
  const { url, preview, upload, field } = usePhotograph(props)
  const label = `写真${at + 1}`
  const failure = upload.state.status === 'failed' ? upload.state.text : undefined
  const error = failure ?? (url === '' ? undefined : errorOf(url))
  return (
    <div className={css.photograph}>
      <input ref={field} type="hidden" name={at === 0 ? 'mainImageUrl' : 'moreImage[]'} value={url} />
      <div className={css.picture} data-busy={upload.isBusy || undefined}>
        {preview !== '' ? (
          <img src={preview} alt={`選んだ${label}`} />
        ) : url !== '' ? (
          <Picture url={url} alt={`いまの${label}`} sizes="128px" />
        ) : null}
      </div>
      <p className={css.place}>{at === 0 ? '一覧に出る写真' : `${at + 1}枚目`}</p>
      <UploadProgress upload={{ ...upload, cancel: onGone }} label={label} />
      {error === undefined ? null : (
        <p
          className={css.error}
          role={failure ? 'alert' : undefined}
          data-fault={failure ? undefined : true}
          tabIndex={-1}
        >
          {error}
        </p>
      )}
    </div>
  )
}

const usePhotograph = ({ row, rule, onUrl, onBusy }: PhotographProps) => {
  const [url, setUrl] = useState(row.url)
  const [preview, setPreview] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const upload = useUpload({
    path: uploadPaths[rule],
    prepare: (file) => preparePicture(file, rule),
    onPrepared: (sent) => setPreview(URL.createObjectURL(sent)),
    onDone: (next) => {
      setUrl(next)
      onUrl(next)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as its row appears
  useEffect(() => {
    if (row.url === '' && row.file) upload.start(row.file)
  }, [])
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])
  // Tells the form, as typing would.
  const told = useRef(url)
  useEffect(() => {
    if (told.current === url) return
    told.current = url
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [url])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onBusy` is another function at each render, and does the same
  useEffect(() => onBusy(upload.isBusy), [upload.isBusy])
  return { url, preview, upload, field }
}
