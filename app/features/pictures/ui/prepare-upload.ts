import { href } from '~/href.ts'
import { isPdf, pictureFormatOf } from '~/kernel/picture-format.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { mostUploadBytes, pdfRefusals, pdfTooLargeText, pictureRefusals, tooLargeText } from '../texts.ts'

const megabyte = 1_048_576

/**
 * Converts a picture to an upright JPEG within its box, without metadata, or says why not. What the browser cannot decode is sent
 * unchanged, since the server may, except HEIC (R4).
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

/** Gives a PDF unchanged, or the text of a refusal (R8). */
export const preparePdf = async (file: File): Promise<Result<Blob, string>> => {
  if (file.size > mostUploadBytes) return refused(pdfTooLargeText)
  const isOne = isPdf(new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
  return isOne ? ok(file) : refused(pdfRefusals.not_a_pdf.text)
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
  // Frees memory at once on phones.
  canvas.width = 0
  return context !== null && jpeg?.type === 'image/jpeg' ? jpeg : null
}

interface Size {
  readonly width: number
  readonly height: number
}

interface PictureRule {
  /** Of the chosen file. */
  readonly megabytes: number
  /** Of the JPEG, 0 to 1. */
  readonly quality: number
  /** In px; a missing side is unlimited. */
  readonly box: (size: Size) => Partial<Size>
}

const landscapeOrPortrait = ({ width, height }: Size): Partial<Size> =>
  width > height ? { width: 1200 } : { height: 900 }

/** Limits before sending (R3, R4). */
export const pictureRules = {
  upload: { megabytes: 10, quality: 0.8, box: landscapeOrPortrait },
  edit: { megabytes: 5, quality: 0.7, box: () => ({ width: 800, height: 600 }) },
  photo: { megabytes: 10, quality: 0.8, box: landscapeOrPortrait },
  curated: { megabytes: 10, quality: 0.8, box: () => ({ width: 1200, height: 900 }) },
  /** A camera's file is larger. */
  product: { megabytes: 25, quality: 0.85, box: () => ({ width: 1200, height: 1200 }) },
} as const satisfies Record<string, PictureRule>

export type PictureRuleName = keyof typeof pictureRules

/** The admin gate's cookie is sent only to the admin page and below it (A3). */
export const uploadPaths: Readonly<Record<PictureRuleName, string>> = {
  upload: href('/api/uploads/picture'),
  edit: href('/api/uploads/picture'),
  photo: href('/api/uploads/picture', { for: 'photo' }),
  curated: href('/gallery/admin/picture'),
  product: href('/admin/product-picture'),
}

/** Never enlarged, and at least 1 px. */
export const fittedSize = (name: PictureRuleName, size: Size): Size => {
  const { width = Infinity, height = Infinity }: Partial<Size> = pictureRules[name].box(size)
  const scale = Math.min(1, width / size.width, height / size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}
