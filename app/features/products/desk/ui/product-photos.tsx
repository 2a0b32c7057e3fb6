import { useEffect, useRef, useState } from 'react'
import { ChosenPictures, TooManyPictures } from '~/features/pictures/ui/chosen-pictures.tsx'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { Button } from '~/ui/button.tsx'
import { useDragOrder } from '~/ui/drag-order.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import { mostPictures } from '../rules.ts'
import { pictureField } from '../typed.rules.ts'
import css from './product-desk.module.css'

interface Photo {
  readonly key: number
  readonly url: string
  /** Chosen with others, and sent once its place is shown. */
  readonly file?: File
}

/**
 * Up to eight photographs, below eight with one empty place, which takes several at once; lists show the first. Their order changes by
 * buttons, and by dragging.
 */
export function ProductPhotos({
  pictures,
  error,
  hint = `1枚目が一覧に出ます。${mostPictures}枚まで、いちどに何枚も選べます。`,
  onBusy,
}: {
  readonly pictures: readonly string[]
  readonly error?: string | undefined
  readonly hint?: string
  readonly onBusy: (isBusy: boolean) => void
}) {
  const hasScript = useHasScript()
  const [photos, setPhotos] = useState<readonly Photo[]>(() =>
    withRoom(pictures.map((url, key) => ({ key, url }))),
  )
  const [over, setOver] = useState<readonly File[]>([])
  const { chosen, choose, noteFailure, forget } = useLastChoice(photos)
  // Several fields may report a change at once.
  const busy = useRef(new Set<number>())
  const tell = (key: number, isBusy: boolean) => {
    if (isBusy) busy.current.add(key)
    else busy.current.delete(key)
    onBusy(busy.current.size > 0)
  }
  const add = (files: readonly File[], first: Chosen) => {
    const room = mostPictures - photos.length
    const next = nextKey(photos)
    const more = files.slice(0, room).map((file, at) => ({ key: next + at, url: '', file }))
    setOver(files.slice(room))
    choose([first, ...more.map(({ key, file }) => ({ key, name: file.name }))])
    setPhotos((now) => withRoom([...now, ...more]))
  }
  const { list, moveTo, grip, said } = useMoving(photos, setPhotos)
  const count = photos.filter(isFilled).length
  return (
    <div className={css.photos} ref={list}>
      {photos.map((photo, place) => {
        const { key, url, file } = photo
        const label = `${place + 1}枚目の写真`
        return (
          <div key={key} data-draggable className={css.photo}>
            <PictureField
              name={pictureField(place)}
              rule="product"
              shape="small"
              label={label}
              required={false}
              defaultValue={url}
              {...(file !== undefined && { file })}
              error={place === 0 ? error : undefined}
              hint={place === 0 ? hint : ' '}
              onBusy={(isBusy) => tell(key, isBusy)}
              onUrl={(next) =>
                setPhotos((now) =>
                  withRoom(now.map((each) => (each.key === key ? { key, url: next } : each))),
                )
              }
              onMore={(files, { name }) => add(files, { key, name })}
              onFailed={(failure) => noteFailure(key, failure)}
              onGone={() => forget(key)}
            />
            {count > 1 && isFilled(photo) ? (
              <div className={`row-2 ${css.moves}`} data-waits={hasScript ? undefined : true}>
                {place === 0 ? null : (
                  <Button
                    look="secondary"
                    aria-label={`${label}を前へ`}
                    onClick={() => moveTo(key, place - 1)}
                  >
                    ← 前へ
                  </Button>
                )}
                {place >= count - 1 ? null : (
                  <Button
                    look="secondary"
                    aria-label={`${label}を後ろへ`}
                    onClick={() => moveTo(key, place + 1)}
                  >
                    後ろへ →
                  </Button>
                )}
                <span {...grip(label)}>⠿ 引いて動かす</span>
              </div>
            ) : null}
          </div>
        )
      })}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <TooManyPictures most={mostPictures} over={over} />
      <ChosenPictures chosen={chosen} />
    </div>
  )
}

interface Chosen {
  readonly key: number
  /** Of its file. */
  readonly name: string
}

/** What became of the photographs that were chosen at once last (W66). */
const useLastChoice = (photos: readonly Photo[]) => {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  const isAdded = (key: number) => photos.some((photo) => photo.key === key && photo.url !== '')
  return {
    chosen: chosen.map(({ key, name }) => ({ name, why: failures.get(key), isAdded: isAdded(key) })),
    choose: setChosen,
    noteFailure: (key: number, failure: string | undefined) =>
      setFailures((before) => {
        const others = [...before].filter(([other]) => other !== key)
        return new Map(failure === undefined ? others : [...others, [key, failure]])
      }),
    forget: (key: number) => setChosen((before) => before.filter((each) => each.key !== key)),
  }
}

const isFilled = ({ url, file }: Photo): boolean => url !== '' || file !== undefined

const nextKey = (photos: readonly Photo[]): number => Math.max(-1, ...photos.map(({ key }) => key)) + 1

/** One empty place at the end while there is room. */
const withRoom = (photos: readonly Photo[]): readonly Photo[] => {
  const last = photos.at(-1)
  if (photos.length >= mostPictures || (last !== undefined && !isFilled(last))) return photos
  return [...photos, { key: nextKey(photos), url: '' }]
}

/** Changes the order; the empty place stays the last one. */
const useMoving = (
  photos: readonly Photo[],
  setPhotos: (change: (now: readonly Photo[]) => readonly Photo[]) => void,
) => {
  const list = useRef<HTMLDivElement>(null)
  const moveTo = (key: number, place: number) =>
    setPhotos((now) => {
      const from = now.findIndex((each) => each.key === key)
      const target = now[place]
      const moved = now[from]
      if (from === place || moved === undefined || target === undefined || !isFilled(target)) return now
      return now.toSpliced(from, 1).toSpliced(place, 0, moved)
    })
  // Tells the form, as typing would.
  const order = photos.map(({ key }) => key).join(' ')
  const told = useRef(order)
  useEffect(() => {
    if (told.current === order) return
    told.current = order
    list.current?.querySelector('input[type="hidden"]')?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [order])
  const { grip, said } = useDragOrder((from, to) => {
    const moved = photos[from]
    if (moved !== undefined) moveTo(moved.key, to)
  })
  return { list, moveTo, grip, said }
}
