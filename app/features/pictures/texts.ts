import { formatNumber } from '~/kernel/money.ts'
import { longestSide, mostPixels } from '~/kernel/picture-format.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { megabyte, type PdfRefusal, type PictureRefusal, type SourceFailure, waitingLimits } from './rules.ts'

/** Such as 4,000万画素まで. */
export const mostPixelsText = `${formatNumber(mostPixels / 10_000)}万画素まで`
const longestSideText = `縦・横それぞれ${formatNumber(longestSide)}画素まで`

/** What to do about a refused file (R4). */
export const pictureRefusals: Refusals<PictureRefusal> = {
  not_signed_in: {
    status: 401,
    text: 'ログインの期限が切れました。ログインしてから、もう一度お試しください。',
  },
  no_permission: { status: 403, text: '投稿する権限がないため、写真を登録できません。' },
  not_a_picture: {
    status: 422,
    text: '写真として読み取れませんでした。JPEG・PNG・WebP・AVIFの画像を選んでください。',
  },
  animated: {
    status: 422,
    text: '動く画像（GIFアニメーションなど）は使えません。JPEGやPNGの写真を選んでください。',
  },
  heic: {
    status: 422,
    text: 'この端末ではHEIC形式の写真を読み取れません。JPEGに変えてから選んでください。iPhoneでは「設定」→「カメラ」→「フォーマット」で「互換性優先」にすると、次からJPEGで撮影されます。',
  },
  too_many_pixels: {
    status: 422,
    text: `画像が大きすぎます（${mostPixelsText}）。小さくしてから、もう一度選んでください。`,
  },
  too_long: {
    status: 422,
    text: `縦か横が長すぎる画像です（${longestSideText}）。切り取るか小さくしてから、もう一度選んでください。`,
  },
  too_slow: {
    status: 422,
    text: '写真の読み取りに時間がかかりすぎたため、登録できませんでした。JPEGで保存し直すか、別の写真を選んでください。',
  },
  broken: {
    status: 422,
    text: '写真のファイルがこわれているようです。別の写真を選ぶか、撮り直してください。',
  },
  too_many_uploads: {
    status: 429,
    text: '短い間に登録できる写真の数を超えました。しばらく時間をおいてから、もう一度お試しください。',
  },
  busy: {
    status: 503,
    text: 'ただいま写真の登録が混み合っています。少し待ってから、もう一度お試しください。',
  },
  too_many_unused: {
    status: 429,
    text: `まだ使っていない写真とPDFが、登録できる上限（${waitingLimits.files}個、合わせて${waitingLimits.bytes / megabyte}MB）になりました。書きかけの作品を投稿するか変更を保存すると、続けて登録できます。使わなかったものは1週間で自動で片づきます。`,
  },
  shop_full: {
    status: 507,
    text: 'ただいまお店全体で、新しい写真とPDFの登録を止めています。入力した内容はそのままで、あとでもう一度お試しください。お店には知らせてあります。',
  },
  disk_full: {
    status: 507,
    text: 'ただいまお店の保存場所が足りないため、新しい写真とPDFを登録できません。入力した内容はそのままで、あとでもう一度お試しください。お店には知らせてあります。',
  },
}

export const pdfRefusals: Refusals<PdfRefusal> = {
  not_signed_in: pictureRefusals.not_signed_in,
  no_permission: { status: 403, text: '投稿する権限がないため、PDFを登録できません。' },
  not_a_pdf: { status: 422, text: 'PDFとして読み取れませんでした。PDFファイルを選んでください。' },
  too_many_uploads: {
    status: 429,
    text: '1日に登録できるPDFの数を超えました。明日、もう一度お試しください。',
  },
  busy: {
    status: 503,
    text: 'ただいまPDFの登録が混み合っています。少し待ってから、もう一度お試しください。',
  },
  too_many_unused: pictureRefusals.too_many_unused,
  shop_full: pictureRefusals.shop_full,
  disk_full: pictureRefusals.disk_full,
}

/** Of one file that is sent (R3, R8). */
export const mostUploadMegabytes = 10
export const mostUploadBytes = mostUploadMegabytes * megabyte

/** Of a picture at a foreign address. */
export const mostSourceMegabytes = 20

export const tooLargeText = (megabytes: number): string => `画像サイズは${megabytes}MB以下にしてください。`
export const pdfTooLargeText = `PDFのサイズは${mostUploadMegabytes}MB以下にしてください。`

export const uploadFailedText =
  '送信できませんでした。インターネットの接続を確かめて、もう一度お試しください。'

/** The shop has failed, and not the connection. */
export const uploadNotTakenText =
  'お店のサーバーの不具合で、受け取れませんでした。少し待ってから、もう一度お試しください。'

const sourceTexts: Readonly<Record<Exclude<SourceFailure, `status ${number}`>, string>> = {
  'not allowed':
    '画像のアドレスが https:// でないか、インターネットから開けない場所です。https:// のアドレスにしてください。',
  unreachable: '画像のあるサーバーから返事がありません。アドレスをご確認ください。',
  unreadable: '画像のあるサーバーが、読み取れない形で送ってきました。別の場所に置いてください。',
  'too large': `画像のファイルが${mostSourceMegabytes}MBを超えています。小さくして置き直してください。`,
  missing: 'お店の images フォルダに、この名前の画像がないか、読み取りが許されていません。',
  drawing: 'SVGの図です。写しは作らず、元のアドレスのまま表示しています。',
  not_a_picture:
    '画像ではありません（JPEG・PNG・WebP・AVIFの写真にしてください）。共有の設定が「リンクを知っている全員」になっているかもご確認ください。',
  animated: 'GIFか、動く画像です。JPEGかPNGの写真にしてください。',
  heic: 'HEIC形式の写真です。JPEGに変えて置き直してください。',
  too_many_pixels: pictureRefusals.too_many_pixels.text,
  too_long: `縦か横が長すぎる画像です（${longestSideText}）。切り取るか小さくして置き直してください。`,
  too_slow: '画像の読み取りに時間がかかりすぎます。JPEGで保存し直して、置き直してください。',
  broken: '画像のファイルがこわれています。置き直してください。',
}

const isSourceText = (failure: string): failure is keyof typeof sourceTexts =>
  Object.hasOwn(sourceTexts, failure)

/** `failure` as stored. */
const sourceFailureText = (failure: string): string =>
  isSourceText(failure)
    ? sourceTexts[failure]
    : `画像のあるサーバーがエラー（${failure.replace('status ', '')}）を返しています。アドレスと、だれでも見られる設定になっているかをご確認ください。`

/** About missing files, for the owner. `areMost`: a folder or bucket is away, and not a file. */
export const whatToDo = (areMost: boolean): string =>
  areMost
    ? '写真のフォルダー images（またはS3の場所）を、元に戻してください。'
    : '控えから戻すか、写真を替えてください。すべての名前は：npm run data -- status'

/** `areMost`: a folder or bucket is away, and not a file. */
export const missingText = ({
  missing,
  areMost,
}: {
  readonly missing: number
  readonly areMost: boolean
}): string => `写真とPDFが${missing}枚、見つかりません。${whatToDo(areMost)}`

interface Trouble {
  readonly address: string
  readonly failure: string
  readonly shownBy: string
  readonly hasCopy: boolean
}

const troubleLine = ({ address, failure, shownBy, hasCopy }: Trouble): string =>
  `  ${shownBy}：${sourceFailureText(failure)}${hasCopy ? 'いまは前の写しを表示しています。' : ''}［${address}］`

/** For the owner (P34). */
export const pictureStatusText = ({
  total,
  ready,
  troubles,
}: {
  readonly total: number
  readonly ready: number
  readonly troubles: readonly Trouble[]
}): string[] => {
  const failed = troubles.filter(({ failure }) => failure !== 'drawing')
  const waiting = total - ready - troubles.filter(({ hasCopy }) => !hasCopy).length
  return [
    `商品の写真：${total}枚のうち${ready}枚を、お店の写しで表示しています${waiting > 0 ? `（これから読み込む写真 ${waiting}枚）` : ''}。`,
    ...(failed.length === 0
      ? []
      : [`読み込めなかった写真：${failed.length}枚（元のアドレスのまま表示し、間をあけて何度も試します）`]),
    ...[...failed, ...troubles.filter(({ failure }) => failure === 'drawing')].map(troubleLine),
  ]
}

export const picturesUsage = [
  '使い方：',
  '  npm run pictures -- status          商品の写真がどこまで読み込めたか、読み込めなかった写真とその理由を表示する',
  '  npm run pictures -- again           読み込めなかった写真を、すぐにもう一度読み込む',
  '  npm run pictures -- again アドレス  同じアドレスのまま替えた写真を、読み込み直す',
]
