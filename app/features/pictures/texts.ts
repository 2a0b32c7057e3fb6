import type { PdfRefusal, PictureRefusal } from './types.ts'

/** R4: what to do about a file that was not taken. */
export const pictureTexts: Readonly<Record<PictureRefusal, string>> = {
  not_signed_in: 'ログインの期限が切れました。ログインしてから、もう一度お試しください。',
  no_permission: '投稿する権限がないため、写真を登録できません。',
  not_a_picture: '写真として読み取れませんでした。JPEG・PNG・WebP・AVIFの画像を選んでください。',
  animated: '動く画像（GIFアニメーションなど）は使えません。JPEGやPNGの写真を選んでください。',
  heic: 'この端末ではHEIC形式の写真を読み取れません。JPEGに変えてから選んでください。iPhoneでは「設定」→「カメラ」→「フォーマット」で「互換性優先」にすると、次からJPEGで撮影されます。',
  too_many_pixels: '画像が大きすぎます（4,000万画素まで）。小さくしてから、もう一度選んでください。',
  broken: '写真のファイルがこわれているようです。別の写真を選ぶか、撮り直してください。',
  too_many_uploads:
    '短い間に登録できる写真の数を超えました。しばらく時間をおいてから、もう一度お試しください。',
  busy: 'ただいま写真の登録が混み合っています。少し待ってから、もう一度お試しください。',
}

export const pdfTexts: Readonly<Record<PdfRefusal, string>> = {
  not_signed_in: pictureTexts.not_signed_in,
  no_permission: '投稿する権限がないため、PDFを登録できません。',
  not_a_pdf: 'PDFとして読み取れませんでした。PDFファイルを選んでください。',
  too_many_uploads: '1日に登録できるPDFの数を超えました。明日、もう一度お試しください。',
  busy: 'ただいまPDFの登録が混み合っています。少し待ってから、もう一度お試しください。',
}

export const tooLargeText = (megabytes: number): string => `画像サイズは${megabytes}MB以下にしてください。`
export const pdfTooLargeText = 'PDFのサイズは10MB以下にしてください。'

export const uploadFailedText =
  '送信できませんでした。インターネットの接続を確かめて、もう一度お試しください。'
