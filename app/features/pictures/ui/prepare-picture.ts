import { pictureFormatOf } from '~/kernel/picture-format.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { fittedSize, type PictureRuleName, pictureRules } from '../fitting.rules.ts'
import { pictureRefusals, tooLargeText } from '../texts.ts'

const megabyte = 1_048_576

/**
 * A chosen picture as it is sent: a JPEG within its box, upright and without what the camera wrote into it; or why it is not
 * taken. What this browser cannot decode goes as it is, for the server may; of HEIC neither can (R4).
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
  // Frees the pixels at once on a phone.
  canvas.width = 0
  return context !== null && jpeg?.type === 'image/jpeg' ? jpeg : null
}
