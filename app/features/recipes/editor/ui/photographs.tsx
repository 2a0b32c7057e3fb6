import { useEffect, useId, useRef, useState } from 'react'
import { ChosenPictures, TooManyPictures } from '~/features/pictures/ui/chosen-pictures.tsx'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import {
  DropArea,
  FileButton,
  type PictureRuleName,
  pictureRules,
  preparePicture,
  UploadProgress,
  uploadPaths,
  useUpload,
} from '~/features/pictures/ui/upload.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { faultOfPhotograph, listLimits, type TypedRow } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import type { PartProps } from './form-part.tsx'
import { MovableRows } from './movable-rows.tsx'
import css from './photographs.module.css'

const label = recipeLabels.mainImageUrl
const most = listLimits.photographs

/**
 * Up to six photographs, chosen several at once and sent one after the other; the first is that of cards (W7). One that failed, and one
 * that is there already, has no place: it is not sent (R46).
 */
export function Photographs({ start, errors, pictures, onBusy }: PartProps) {
  const id = useId()
  const [rows] = useState(() =>
    [start.mainImageUrl, ...start.moreImages]
      .filter((url) => url !== '')
      .map((url, at): PhotographRow => ({ id: String(at + 1), url })),
  )
  const { urls, noteUrl } = useUrls(rows)
  /** Why, by the id of its row. */
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map())
  const [lastChoice, setLastChoice] = useState(0)
  const note = (id: string, failure: string | undefined) =>
    setFailed((before) => {
      const others = [...before].filter(([other]) => other !== id)
      return new Map(failure === undefined ? others : [...others, [id, failure]])
    })
  const placesIn = (all: readonly PhotographRow[]) =>
    new Map(
      all
        .filter((row) => !failed.has(row.id) && sameIn(all, row, urls) === undefined)
        .map(({ id }, place) => [id, place]),
    )
  const nameOfSame = (all: readonly PhotographRow[], row: PhotographRow) => {
    const same = sameIn(all, row, urls)
    return same && `写真${(placesIn(all).get(same.id) ?? 0) + 1}`
  }
  const chosenIn = (all: readonly PhotographRow[]) =>
    all
      .filter(({ choice }) => choice === lastChoice)
      .map((row) => {
        const same = nameOfSame(all, row)
        const why = failed.get(row.id) ?? (same && isThereText(same))
        return { name: row.file?.name ?? '', why, isAdded: urls.some(({ id }) => id === row.id) }
      })
  return (
    <fieldset className={css.photographs} aria-describedby={`${id}-hint`}>
      <legend className={css.label}>
        {label}
        <span className={css.optional}>任意</span>
      </legend>
      <MovableRows
        name="写真"
        look="tiles"
        start={rows}
        typed={urls}
        blank={(id) => ({ id, url: '' })}
        most={most}
        error={errors.moreImages}
        apart={(row, all) => (placesIn(all).has(row.id) ? undefined : notAdded(row))}
        onRemoved={(row) => {
          onBusy(`photograph ${row}`, false)
          note(row, undefined)
        }}
        adder={(add, all) => {
          const left = most - placesIn(all).size
          return (
            <>
              {left === most ? <input type="hidden" name="mainImageUrl" value="" /> : null}
              <ChosenPictures chosen={chosenIn(all)} />
              <Choosing
                left={left}
                onFiles={(files) => {
                  const choice = lastChoice + 1
                  setLastChoice(choice)
                  add(files.map((file) => (row) => ({ id: row, url: '', file, choice })))
                }}
              />
            </>
          )
        }}
      >
        {(row, place, remove, all) => (
          <Photograph
            row={row}
            name={place < 0 ? notAdded(row) : `写真${place + 1}`}
            place={place}
            same={nameOfSame(all, row)}
            hasRoom={placesIn(all).size < most}
            rule={pictures}
            errorOf={(url) =>
              errors[faultOfPhotograph(url)] ?? (place === 0 ? errors.mainImageUrl : undefined)
            }
            onUrl={(url) => noteUrl(row.id, url)}
            onBusy={(isBusy) => onBusy(`photograph ${row.id}`, isBusy)}
            onFailed={(failure) => note(row.id, failure)}
            onGone={remove}
          />
        )}
      </MovableRows>
      <p id={`${id}-hint`} className={css.hint}>
        {most}枚まで。1枚目の写真が、一覧に出ます。JPEG・PNG・WebP・AVIF、1枚
        {pictureRules[pictures].megabytes}MBまで。撮影場所などの情報は取りのぞかれます。
      </p>
    </fieldset>
  )
}

const notAdded = ({ file }: PhotographRow): string =>
  file === undefined ? '加えていない写真' : `加えていない写真（${file.name}）`

/** The photograph that `row` is once more; undefined for the first that was chosen of equal ones. */
const sameIn = (
  all: readonly PhotographRow[],
  row: PhotographRow,
  urls: readonly PhotographRow[],
): PhotographRow | undefined => {
  const urlOf = ({ id, url }: PhotographRow) => urls.find((known) => known.id === id)?.url ?? url
  const [first] = all
    .filter((other) => urlOf(other) !== '' && urlOf(other) === urlOf(row))
    .toSorted((one, other) => Number(one.id) - Number(other.id))
  return first?.id === row.id ? undefined : first
}

/** Uploaded address of each row's photograph, so that a restored row keeps it. */
const useUrls = (rows: readonly PhotographRow[]) => {
  const [urls, setUrls] = useState(rows)
  return {
    urls,
    noteUrl: (id: string, url: string) =>
      setUrls((before) => [...before.filter((row) => row.id !== id), { id, url }]),
  }
}

function Choosing({
  left,
  onFiles,
}: {
  readonly left: number
  readonly onFiles: (files: readonly File[]) => void
}) {
  const hasScript = useHasScript()
  const [over, setOver] = useState<readonly File[]>([])
  const take = (files: readonly File[]) => {
    setOver(files.slice(left))
    if (left > 0) onFiles(files.slice(0, left))
  }
  return (
    <>
      <TooManyPictures most={most} over={over} />
      <DropArea shape="picture" onFiles={take}>
        {left === most ? (
          <div className={css.empty}>
            <Icon name="gallery" size={40} />
          </div>
        ) : null}
        {hasScript && left > 0 ? (
          <div className="row-2" data-adder>
            <FileButton label={label} capture onFiles={take}>
              写真を撮る
            </FileButton>
            <FileButton label={label} multiple onFiles={take}>
              {left === most ? '写真を選ぶ' : '写真を加える'}
            </FileButton>
          </div>
        ) : null}
        <p className={css.hint}>{hintOf(hasScript, left)}</p>
      </DropArea>
    </>
  )
}

const hintOf = (hasScript: boolean, left: number): string =>
  !hasScript
    ? '写真を選ぶには、ブラウザーの設定でJavaScriptを有効にしてください。'
    : left > 0
      ? `いちどに何枚も選べます（あと${left}枚）。`
      : `${most}枚になりました。ほかの写真にするときは、どれかを消してください。`

/** An uploaded photograph, or a file that is uploaded once its row is shown. */
interface PhotographRow extends TypedRow {
  readonly url: string
  readonly file?: File
  /** Those with one number were chosen at once. */
  readonly choice?: number
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
  /** Why; undefined when it has not, or not any more. */
  readonly onFailed: (failure: string | undefined) => void
  /** Its upload was given up. */
  readonly onGone: () => void
}

/** One of a recipe's photographs in the form, with its upload. */
function Photograph(props: PhotographProps) {
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

const isThereText = (name: string): string => `同じ写真がもうあります（${name}）。`
const sameText = (name: string): string => `${isThereText(name)}この1枚は加えていません。`

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
  const failure = upload.state.status === 'failed' ? upload.state.text : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: as `onBusy`
  useEffect(() => onFailed(failure), [failure])
  return { url, preview, upload, field }
}
