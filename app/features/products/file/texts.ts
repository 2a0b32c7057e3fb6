import { mostPictures } from '~/features/products/desk/rules.ts'
import { longestNumber, shippingNumber } from '~/features/products/rules.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { namesTold } from '~/kernel/left-out.ts'
import { formatNumber } from '~/kernel/money.ts'
import type { Refusal, Refusals } from '~/kernel/refusal.ts'

/** What acts on files of products are done to, by the file's name. */
export const fileSubject = { kind: 'product-file', name: 'ファイル' } as const

/** Of one file. */
export const mostRows = 2_000
export const mostColumns = 50
export const mostMegabytes = 2

/** For applying what was compared, and for undoing what was applied. */
export const applyMinutes = 30
export const undoDays = 30

/** Why a file cannot be read as products. */
export const tableTexts = {
  none: 'ファイルを選んでください。',
  bytes: `ファイルが大きすぎます（${mostMegabytes}MBまで）。行を分けて、2つのファイルにしてください。そのときは「入れ替える」に印を付けないでください。`,
  rows: `行が多すぎます（${formatNumber(mostRows)}行まで）。ファイルを分けてください。そのときは「入れ替える」に印を付けないでください。`,
  /** For forms refused before reading. */
  size: `ファイルが大きすぎるため、送られていません。${mostMegabytes}MBより大きいか、セルの中も数えた改行が1万をこえています。行を分けて、2つのファイルを順に選び直してください。そのときは「入れ替える」に印を付けないでください。`,
  columns: `列が多すぎます（${mostColumns}列まで）。`,
  encoding:
    '文字コードが分かりません。Excelなら「CSV UTF-8（コンマ区切り）」か「CSV（コンマ区切り）」で保存してください。',
  record: '1行が長すぎます。引用符（"）が閉じているか、ご確認ください。',
  quote: '引用符（"）の閉じ方を読み取れません。',
  empty: 'ファイルに1件もありません。',
  noNumbers:
    '1行目に「管理番号」の見出しがありません。書き出したファイルの見出しを、そのままお使いください。',
  crowded: (row: number) => `${row}行目：列が見出しより多くあります。`,
  unknownColumn: (name: string) =>
    `1行目：「${name}」という列はありません。列を消すか、見出しを直してください。`,
  /** `place` counts from 1. */
  noHeading: (place: number) =>
    `${place}列目に内容がありますが、1行目に見出しがありません。見出しを入れるか、列を消してください。`,
  columnTwice: (name: string) => `1行目：「${name}」の列が2つあります。`,
} as const

/** Errors to correct in a row. */
/** Of the place in a list that a file gives. */
export const positionDigits = 9

export const rowTexts = {
  noNumber: '管理番号がありません。',
  sheetError: (column: string, cell: string) =>
    `${column}が表計算のエラー「${cell}」になっています。式を直すか、値を入れてから保存し直してください。`,
  badNumber: `管理番号は${longestNumber}文字までで、「${shippingNumber}」は使えません。`,
  otherSpelling: (number: string) =>
    `管理番号「${number}」があります。大文字と小文字だけが違う番号は使えません。`,
  twice: (row: number) => `${row}行目と同じ管理番号です。`,
  ofFeed:
    'この生地は商品の表で直します。この行を消すか、商品のページで「この生地を画面で持つ」を押してください。',
  ordered: 'この管理番号は、前にご注文のあった別の商品の番号です。別の番号にしてください。',
  otherType: (type: string) => `この管理番号は${type}が使っています。種類は変えられません。`,
  type: '種類は「生地」か「キット」にしてください。',
  status: '公開は「公開中」「下書き」「掲載終了」のどれかにしてください。',
  level: 'レベルは「初級」「中級」「上級」「その他」のどれかにしてください。',
  position: `順番は、${positionDigits}けたまでの整数にしてください。`,
  ofOtherType: (column: string, type: string) => `${type}に「${column}」は書けません。空にしてください。`,
  blankNumber: '新しい商品の管理番号に、空白は使えません。',
  noFabric: (number: string) => `「${number}」の生地はありません。番号を確かめてください。`,
  picture: `写真は、https:// か /Image/ で始まるURLを、${mostPictures}枚までにしてください。`,
  pictureGone: '写真に、お店に送られていないか、もうない写真のURLがあります。',
  older:
    'ファイルを書き出したあとに、お店の画面でも変わっています。新しく書き出して直すか、この行のとおりにするなら「版」を空にしてください。',
} as const

/** What is said of the column 在庫. */
export const countTexts = {
  unreadable: (isKit: boolean) =>
    isKit
      ? '点数を、0から2000までの数で入力してください。'
      : '「7、4、3×2」「3.5m」「3.5m×110cm」のように入力してください。なければ「0」です。',
  /** `isMarked`: the row says which shelf its file told of. */
  sold: (isMarked: boolean, now: string) =>
    `在庫：${isMarked ? 'ファイルを書き出したあとに売れたか、ほかの画面で変わったため' : 'いつ数えたものか「版」から分からないため'}、数え直しません。いまは「${now === '' ? '数えていません' : now}」です。数え直すときは、新しく書き出したファイルに書いてください。`,
  changedSince: '在庫：この画面を開いたあとに売れたか、ほかの画面で変わったため、数え直していません。',
  soldSince: '在庫：反映したあとに売れたか、ほかの画面で変わったため、戻していません。',
} as const

/** Counts that applying left out (N90). */
export const leftByCount = (numbers: readonly string[]): LeftOut[] =>
  numbers.length === 0
    ? []
    : [
        {
          what: numbersText(numbers),
          why: 'ファイルを書き出したあとに売れたか、ほかの画面で変わったため、在庫を数え直していません',
          whatToDo: '数え直すときは、その商品の「在庫」か、新しく書き出したファイルで数えてください。',
        },
      ]

export const fileRefusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
  'too-often': {
    status: 429,
    text: 'ファイルを続けて読み込みすぎました。10分ほどたってから、お試しください。',
  },
  bad: { status: 409, text: '直すところのある行があるため、反映していません。' },
  old: {
    status: 409,
    text: `比べてから${applyMinutes}分がたちました。いまの商品と、もう一度くらべてください。`,
  },
  forgotten: { status: 409, text: 'このファイルは、もうお店にありません。もう一度選んでください。' },
  taken: { status: 409, text: 'このファイルは、もう反映してあります。' },
  'picture-gone': { status: 409, text: '写真の1枚が見つからなくなりました。何も反映していません。' },
  'not-taken': { status: 409, text: 'このファイルは反映されていないか、もう元に戻してあります。' },
  'too-late': { status: 409, text: `反映してから${undoDays}日がたったため、元に戻せません。` },
} as const satisfies Refusals<string>

export type FileFailure = keyof typeof fileRefusals

const mostNamed = 50

/** The first 50 of these products, and how many more there are. */
export const numbersText = (numbers: readonly string[]): string => namesTold(numbers, '点', mostNamed)

/** Names the products that have changed since the file was compared with them. */
export const changedText = ({ changed }: { readonly changed: readonly string[] }): Refusal => ({
  status: 409,
  text: `この画面を開いたあとに、商品が変わりました。何も反映していません。変わった商品：${numbersText(changed)}`,
})

/** What an undo has left out, all for one reason (N46, N90). */
export const leftByUndo = (numbers: readonly string[]): LeftOut[] =>
  numbers.length === 0
    ? []
    : [
        {
          what: numbersText(numbers),
          why: '反映したあとに売れたか、画面などで変わったため、戻していません',
          whatToDo: '戻すときは、その商品のページで直してください。',
        },
      ]

/** For products that an undo did not touch. */
export const leftAsItIs = 'このあとに画面で変わったため、戻していません。'

/** A preview of products marked in the list, by its name among files. */
export const listFileName = (changes: string, count: number): string => `一覧から：${changes}（${count}点）`

/** Of a price that adding or taking off leads to. */
export const changedPriceText = {
  why: '足し引きすると0円以下になります',
  whatToDo: '「この価格にする」で入れてください。',
} as const

/** Of a product that its form would refuse as well. */
export const notSavedAsItIs = (problems: readonly string[]) => ({
  why: 'そのままでは保存できません',
  whatToDo: `商品のページで直してください：${problems.join(' ')}`,
})

/** Summary of a file's changes. */
export const takenText = (counts: {
  readonly new: number
  readonly changed: number
  readonly left: number
  /** Prices that wait for confirmation (N77). */
  readonly held?: number
  /** Products whose stock is counted anew. */
  readonly counted?: number
}) =>
  [
    `新しい ${counts.new}点`,
    `変わる ${counts.changed}点`,
    ...(counts.left === 0 ? [] : [`掲載終了 ${counts.left}点`]),
    ...(counts.held ? [`確認を待つ価格 ${counts.held}点`] : []),
    ...(counts.counted ? [`在庫を数え直す ${counts.counted}点`] : []),
  ].join('・')
