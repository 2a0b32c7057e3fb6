import { formatNumber } from '~/kernel/money.ts'
import { type Refusals, tooManyRequests } from '~/kernel/refusal.ts'
import {
  faultOfPhotograph,
  listLimits,
  type RecipeErrors,
  type RecipeFailure,
  type TypedRecipe,
} from './form.rules.ts'

/** R28: named texts of what is missing. */
export const missingTexts = {
  title: 'タイトルを入力してください',
  description: '説明を入力してください',
  cookingTime: '制作時間を選択してください',
  difficulty: '難易度を選択してください',
  youtubeUrl: '有効なYouTube URLを入力してください',
  websiteExplanation: 'ウェブサイトの説明を入力してください',
  pdfUrl: 'PDFをアップロードするか、https:// から始まるPDFのURLを入力してください',
  productName: '商品の名前を入力してください',
  productUrl: '商品ページのURLを入力してください（例 https://example.com/item）',
} as const

export const tooLongText = (label: string, limit: number): string =>
  `${label}は${formatNumber(limit)}文字以内で入力してください。`

export const tooManyText = (label: string, limit: number, count: number): string =>
  `${label}は${limit}個までにしてください（いま${formatNumber(count)}個）。`

export const tooManyPhotographs = (count: number): string =>
  `${recipeLabels.mainImageUrl}は${listLimits.photographs}枚までにしてください（いま${count}枚）。`

/** `left` were given back without: pressed once more, the form is sent as it stands. */
export const equalPhotographs = (left: number): string =>
  `同じ写真がもうあります。${left}枚は加えていません。このままでよければ、もう一度ボタンを押してください。`

const noSuchUploadText = 'このファイルは使えないか、時間がたって片づけられています。もう一度選んでください。'

/** Beside each field that holds one of these addresses. */
export const faultsOfUploads = (typed: TypedRecipe, urls: readonly string[]): RecipeErrors => {
  const { mainImageUrl, moreImages, pdfUrl, steps, products } = typed
  const fields = [
    ['mainImageUrl', mainImageUrl],
    ...moreImages.map((url) => [faultOfPhotograph(url), url] as const),
    ['pdfUrl', pdfUrl],
    ...steps.map(({ id, imageUrl }) => [`steps.${id}.imageUrl`, imageUrl] as const),
    ...products.map(({ id, imageUrl }) => [`products.${id}.imageUrl`, imageUrl] as const),
  ] as const
  return Object.fromEntries(
    fields.filter(([, url]) => urls.includes(url)).map(([name]) => [name, noSuchUploadText]),
  )
}

const refusals = {
  faults: {
    status: 422,
    text: '赤い文字で示したところを直してください。入力した内容はそのまま残っています。',
  },
  too_large: {
    status: 413,
    text: '内容が多すぎるため、受け取れませんでした。文章や行を減らして、もう一度お試しください。',
  },
  not_signed_in: {
    status: 401,
    text: 'ログインの期限が切れました。新しいタブでログインしてから、このページでもう一度押してください。入力した内容は残っています。',
  },
  not_permitted: {
    status: 403,
    text: '作品を投稿する権限がありません。お店にお問い合わせください。入力した内容は残っています。',
  },
  not_verified: {
    status: 403,
    text: '作品を投稿するには、メールアドレスの確認が必要です。確認メールのリンクを開いて「確認する」を押してください。入力した内容は残っています。',
  },
  too_many: {
    status: 429,
    text: `${tooManyRequests.text}入力した内容は残っています。`,
  },
  changed_meanwhile: {
    status: 409,
    text: 'この作品は、別の画面や端末で先に更新されています。入力した内容はこの画面に残っていて、まだ保存していません。',
  },
} as const satisfies Partial<Refusals<RecipeFailure>>

const notUploaded = 'レシピのアップロードに失敗しました。もう一度お試しください。'
const notUpdated = 'レシピの更新に失敗しました。もう一度お試しください。'

/** Why a recipe was not posted. */
export const uploadRefusals: Refusals<RecipeFailure> = {
  ...refusals,
  changed_meanwhile: {
    status: 409,
    text: `この下書きは、すでに投稿されています。${refusals.changed_meanwhile.text}別の作品のときは、新しい作品として投稿してください。`,
  },
  id_not_hers: { status: 409, text: notUploaded },
  failed: { status: 500, text: notUploaded },
}

/** Why an edited recipe was not saved. */
export const updateRefusals: Refusals<RecipeFailure> = {
  ...refusals,
  id_not_hers: { status: 409, text: notUpdated },
  failed: { status: 500, text: notUpdated },
}

export const recipeLabels = {
  mainImageUrl: '作品の写真',
  title: 'タイトル',
  description: '説明',
  cookingTime: '制作時間',
  difficulty: '難易度',
  youtubeUrl: 'YouTubeのURL',
  websiteExplanation: 'ウェブサイトの説明',
  pdfUrl: 'PDFのURL',
  tags: 'タグ',
  ingredients: '材料',
  steps: 'つくり方',
  products: 'おすすめの商品',
} as const

/** `busy` names what is on its way: pdf, or else photographs. */
export const sendingText = (busy: ReadonlySet<string>): string => {
  const photographs = [...busy].some((name) => name !== 'pdf') ? ['写真'] : []
  return `${[...photographs, ...(busy.has('pdf') ? ['PDF'] : [])].join('と')}を送信しています…`
}

export const tiedLabel = '材料につなぐお店の品'

export const explanationNames = { none: 'なし', video: '動画', website: 'ウェブサイト', pdf: 'PDF' } as const
