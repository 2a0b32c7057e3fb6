import { useId, useState } from 'react'
import { pictureRules } from '~/features/pictures/ui/prepare-upload.ts'
import { DropArea, FileButton } from '~/features/pictures/ui/upload-controls.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { faultOfPhotograph, listLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import type { PartProps } from './form-part.tsx'
import { MovableRows } from './movable-rows.tsx'
import { Photograph, type PhotographRow } from './photograph.tsx'
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
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const note = (id: string, hasFailed: boolean) =>
    setFailed((before) => {
      const others = [...before].filter((other) => other !== id)
      return new Set(hasFailed ? [...others, id] : others)
    })
  const placesIn = (all: readonly PhotographRow[]) =>
    new Map(
      all
        .filter((row) => !failed.has(row.id) && sameIn(all, row, urls) === undefined)
        .map(({ id }, place) => [id, place]),
    )
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
          note(row, false)
        }}
        adder={(add, all) => {
          const left = most - placesIn(all).size
          return (
            <>
              {left === most ? <input type="hidden" name="mainImageUrl" value="" /> : null}
              <Choosing
                left={left}
                onFiles={(files) => add(files.map((file) => (row) => ({ id: row, url: '', file })))}
              />
            </>
          )
        }}
      >
        {(row, place, remove, all) => {
          const same = sameIn(all, row, urls)
          return (
            <Photograph
              row={row}
              name={place < 0 ? notAdded(row) : `写真${place + 1}`}
              place={place}
              same={same && `写真${(placesIn(all).get(same.id) ?? 0) + 1}`}
              hasRoom={placesIn(all).size < most}
              rule={pictures}
              errorOf={(url) =>
                errors[faultOfPhotograph(url)] ?? (place === 0 ? errors.mainImageUrl : undefined)
              }
              onUrl={(url) => noteUrl(row.id, url)}
              onBusy={(isBusy) => onBusy(`photograph ${row.id}`, isBusy)}
              onFailed={(hasFailed) => note(row.id, hasFailed)}
              onGone={remove}
            />
          )
        }}
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
  const [over, setOver] = useState(0)
  const take = (files: readonly File[]) => {
    setOver(Math.max(0, files.length - left))
    if (left > 0) onFiles(files.slice(0, left))
  }
  return (
    <>
      {over > 0 ? (
        <p role="alert" className="error">
          写真は{most}枚までです。あとの{over}枚は加えていません。
        </p>
      ) : null}
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
