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
  /** 写真2. */
  readonly name: string
  /** From 0; -1 for one that is not added. */
  readonly place: number
  /** The name of the photograph that this one is once more. */
  readonly same: string | undefined
  /** Whether a failed one may be sent again. */
  readonly hasRoom: boolean
  readonly rule: PictureRuleName
  readonly errorOf: (url: string) => string | undefined
  readonly onUrl: (url: string) => void
  readonly onBusy: (isBusy: boolean) => void
  readonly onFailed: (hasFailed: boolean) => void
  /** Its upload was given up. */
  readonly onGone: () => void
}

/** One of a recipe's photographs in the form, with its upload. */
export function Photograph(props: PhotographProps) {
  const { name, place, same, hasRoom, errorOf, onGone } = props
  const { url, preview, upload, field } = usePhotograph(props)
  const { state } = upload
  const failure = state.status === 'failed' ? state.text : same === undefined ? undefined : sameText(same)
  const shown = state.status === 'failed' ? { ...state, mayRetry: state.mayRetry && hasRoom } : state
  const error = failure ?? (url === '' ? undefined : errorOf(url))
  return (
    <div className={css.photograph} data-failed={failure === undefined ? undefined : true}>
      <input ref={field} type="hidden" name={nameOf(place)} value={url} />
      <div className={css.picture} data-busy={upload.isBusy || undefined}>
        {preview !== '' ? (
          <img src={preview} alt={place < 0 ? name : `選んだ${name}`} />
        ) : url !== '' ? (
          <Picture url={url} alt={`いまの${name}`} sizes="(min-width: 42rem) 13rem, 33vw" />
        ) : null}
      </div>
      <p className={css.place}>{place < 0 ? name : place === 0 ? '一覧に出る写真' : `${place + 1}枚目`}</p>
      <UploadProgress upload={{ ...upload, state: shown, cancel: onGone }} label={name} />
      {error === undefined ? null : (
        <p
          className="error"
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

const sameText = (name: string): string => `同じ写真がもうあります（${name}）。この1枚は加えていません。`

/** A field without a name is not sent. */
const nameOf = (place: number): string | undefined =>
  place < 0 ? undefined : place === 0 ? 'mainImageUrl' : 'moreImage[]'

const usePhotograph = ({ row, rule, onUrl, onBusy, onFailed }: PhotographProps) => {
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
  const hasFailed = upload.state.status === 'failed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: as `onBusy`
  useEffect(() => onFailed(hasFailed), [hasFailed])
  return { url, preview, upload, field }
}
