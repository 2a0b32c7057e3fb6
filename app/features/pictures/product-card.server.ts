import { createHash } from 'node:crypto'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { type CardWords, cardMark } from '~/kernel/share-card.ts'
import type { AppContext } from '~/server/app-context.ts'
import { hasProductCard, productCardName } from './share-card.rules.ts'
import { ownFile } from './source-bytes.server.ts'

/** librsvg is slow on large drawings, and gzip may unfold to any size. */
const mayBeDrawn = (svg: Uint8Array) => svg.length <= 500_000 && svg[0] !== 0x1f

/** Of a picture in its card; it is drawn at most this large, in px. */
const within = { width: 1200, height: 1200 }

/**
 * The 1200 x 630 JPEG shared with a product: the whole picture at `address` and the words (W62), made on the first request and kept by
 * both. An empty file marks a drawing that failed or took too long, because anybody can ask again.
 */
export const productCardOfPicture = async (
  parts: Pick<AppContext, 'imagesDir' | 'pictureBucket' | 'uploadFiles' | 'pictureEncoder'>,
  { address, words }: { readonly address: string; readonly words: CardWords },
): Promise<Result<Buffer, 'not_there' | 'busy'>> => {
  if (!hasProductCard(address)) return refused('not_there')
  const { uploadFiles, pictureEncoder } = parts
  const file = await ownFile(parts, address)
  if (!file.ok) return refused('not_there')
  const bytes = file.value
  const isDrawing = /\.svg$/i.test(address)
  if (isDrawing && !mayBeDrawn(bytes)) return refused('not_there')
  const content = createHash('sha256').update(bytes).update(cardMark(words)).digest('hex').slice(0, 32)
  const name = productCardName(content)
  const kept = await uploadFiles.read(name)
  if (kept !== undefined) return kept.length > 0 ? ok(kept) : refused('not_there')
  const picture = isDrawing
    ? await pictureEncoder.draw(bytes, within)
    : await pictureEncoder.encode(bytes, {
        sender: 'cards',
        within,
        widthsOf: () => [],
        isKnown: async () => true,
      })
  if (!picture.ok) {
    if (picture.error === 'busy') return refused('busy')
    if (isDrawing || picture.error === 'too_slow') await uploadFiles.put(name, Buffer.alloc(0))
    return refused('not_there')
  }
  return pictureEncoder.shareCard({
    words,
    mark: cardMark(words),
    read: async () => picture.value.jpeg,
    keep: (jpeg) => uploadFiles.put(name, jpeg),
  })
}
