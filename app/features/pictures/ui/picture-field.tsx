import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { Picture } from './picture.tsx'
import css from './picture-field.module.css'
import {
  DropArea,
  FileButton,
  focusChooser,
  type PictureRuleName,
  pictureRules,
  preparePicture,
  UploadProgress,
  uploadPaths,
  useUpload,
} from './upload.tsx'

interface PictureFieldProps {
  readonly label: string
  /** Of the field with the picture's address, or ''. */
  readonly name: string
  readonly rule: PictureRuleName
  readonly shape?: 'picture' | 'circle' | 'small'
  readonly defaultValue?: string
  readonly required?: boolean
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly empty?: ReactNode
  /** Uploaded at once. */
  readonly file?: File
  readonly onUrl?: (url: string) => void
  /** Takes the others where several were chosen for an empty field, which sends the first; without it one can be chosen. */
  readonly onMore?: (files: readonly File[], first: File) => void
  /** Why the last one was not sent; undefined when it was, or is on its way. */
  readonly onFailed?: (failure: string | undefined) => void
  /** The upload was given up, or the picture taken out. */
  readonly onGone?: () => void
  /** True during the upload, when the form should wait. */
  readonly onBusy?: (isBusy: boolean) => void
}

/** Uploads a picture once chosen; the former one stays until then. */
export function PictureField({
  rule,
  shape = 'picture',
  label,
  required = true,
  ...props
}: PictureFieldProps) {
  const { error, hint, empty, name } = props
  const id = useId()
  const hasScript = useHasScript()
  const { url, preview, upload, take, remove, field } = usePicture(rule, props)
  const failure = upload.state.status === 'failed' ? upload.state.text : undefined
  const described = failure || error ? `${id}-hint ${id}-error` : `${id}-hint`
  const hasPicture = url !== '' || preview !== ''
  return (
    <fieldset aria-describedby={described} className={css.field}>
      <legend className={css.label}>
        {label}
        {required ? null : <span className={css.optional}>任意</span>}
      </legend>
      <input type="hidden" name={name} value={url} ref={field} />
      <DropArea shape={shape} onFiles={take}>
        <div className={css.preview} data-busy={upload.isBusy || undefined}>
          {preview !== '' ? (
            <img src={preview} alt={`選んだ${label}`} />
          ) : url !== '' ? (
            <Picture
              url={url}
              alt={`いまの${label}`}
              sizes={shape === 'picture' ? '(min-width: 40rem) 34rem, 100vw' : '128px'}
            />
          ) : (
            (empty ?? <Icon name="gallery" size={40} />)
          )}
        </div>
        {/* Its room is kept until the script is there: nothing below it moves. */}
        <div className={css.choose} data-waits={hasScript ? undefined : true}>
          {hasScript ? null : (
            <p className={`small ${css.without}`}>
              写真を選ぶには、ブラウザーの設定でJavaScriptを有効にしてください。
            </p>
          )}
          <div className="row-2">
            <FileButton label={label} capture onFiles={take}>
              写真を撮る
            </FileButton>
            <FileButton label={label} multiple={props.onMore !== undefined && !hasPicture} onFiles={take}>
              {hasPicture ? '別の写真を選ぶ' : '写真を選ぶ'}
            </FileButton>
            {url !== '' && !upload.isBusy ? (
              <Button look="quiet" aria-label={`${label}を外す`} onClick={remove}>
                写真を外す
              </Button>
            ) : null}
          </div>
          <p className={`small ${css.drop}`}>ここに写真を置いても選べます。</p>
          <UploadProgress upload={upload} label={label} />
        </div>
      </DropArea>
      {failure || error ? (
        <p id={`${id}-error`} className="error" role={failure ? 'alert' : undefined}>
          {failure ?? error}
        </p>
      ) : null}
      <p id={`${id}-hint`} className="small">
        {hint ??
          `JPEG・PNG・WebP・AVIF、${pictureRules[rule].megabytes}MBまで。撮影場所などの情報は取りのぞかれます。`}
      </p>
    </fieldset>
  )
}

const usePicture = (
  rule: PictureRuleName,
  {
    defaultValue = '',
    file: chosen,
    onUrl,
    onMore,
    onBusy,
    onFailed,
    onGone,
  }: Pick<PictureFieldProps, 'defaultValue' | 'file' | 'onUrl' | 'onMore' | 'onBusy' | 'onFailed' | 'onGone'>,
) => {
  const [url, setUrl] = useState(defaultValue)
  const [preview, setPreview] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const putUrl = (next: string) => {
    setUrl(next)
    onUrl?.(next)
  }
  const upload = useUpload({
    path: uploadPaths[rule],
    prepare: (file) => preparePicture(file, rule),
    onPrepared: (sent) => setPreview(URL.createObjectURL(sent)),
    onDone: (next) => putUrl(next),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the field appears
  useEffect(() => {
    if (chosen !== undefined) upload.start(chosen)
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
  useEffect(() => onBusy?.(upload.isBusy), [upload.isBusy])
  const failure = upload.state.status === 'failed' ? upload.state.text : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: as `onBusy`
  useEffect(() => onFailed?.(failure), [failure])
  const isShown = upload.state.status !== 'idle' || url !== ''
  return {
    url,
    field,
    upload: {
      ...upload,
      cancel: () => {
        upload.cancel()
        setPreview('')
        onGone?.()
      },
    },
    preview: isShown ? preview : '',
    take: ([file, ...others]: readonly File[]) => {
      if (file === undefined) return
      if (others.length > 0) onMore?.(others, file)
      setPreview('')
      upload.start(file)
    },
    remove: () => {
      // Its own button goes with the picture.
      focusChooser(field.current?.parentElement)
      upload.cancel()
      setPreview('')
      putUrl('')
      onGone?.()
    },
  }
}
