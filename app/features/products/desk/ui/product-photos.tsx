import { useRef, useState } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { mostPictures } from '../rules.ts'
import { pictureField } from '../typed.rules.ts'
import css from './product-desk.module.css'

interface Photo {
  readonly key: number
  readonly url: string
}

/** Up to eight photographs, below eight with one empty place; lists show the first. */
export function ProductPhotos({
  pictures,
  error,
  hint = `1枚目が一覧に出ます。${mostPictures}枚まで。`,
  onBusy,
}: {
  readonly pictures: readonly string[]
  readonly error?: string | undefined
  readonly hint?: string
  readonly onBusy: (isBusy: boolean) => void
}) {
  const [photos, setPhotos] = useState<readonly Photo[]>(() =>
    withRoom(pictures.map((url, key) => ({ key, url }))),
  )
  // Several fields may report a change at once.
  const busy = useRef(new Set<number>())
  const tell = (key: number, isBusy: boolean) => {
    if (isBusy) busy.current.add(key)
    else busy.current.delete(key)
    onBusy(busy.current.size > 0)
  }
  return (
    <div className={css.photos}>
      {photos.map(({ key, url }, place) => (
        <PictureField
          key={key}
          name={pictureField(place)}
          rule="product"
          shape="small"
          label={`${place + 1}枚目の写真`}
          required={false}
          defaultValue={url}
          error={place === 0 ? error : undefined}
          hint={place === 0 ? hint : ' '}
          onBusy={(isBusy) => tell(key, isBusy)}
          onUrl={(next) =>
            setPhotos((now) => withRoom(now.map((each) => (each.key === key ? { key, url: next } : each))))
          }
        />
      ))}
    </div>
  )
}

/** One empty place at the end while there is room. */
const withRoom = (photos: readonly Photo[]): readonly Photo[] => {
  if (photos.length >= mostPictures || photos.at(-1)?.url === '') return photos
  return [...photos, { key: Math.max(-1, ...photos.map(({ key }) => key)) + 1, url: '' }]
}
