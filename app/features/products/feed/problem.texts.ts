import { longestNumber, longestReading, shippingNumber } from '~/features/products/rules.ts'
import { formatNumber } from '~/kernel/money.ts'
import { oneLine } from '~/kernel/text.ts'

/** Longer ones are cut. */
export const longestShown = { name: 200, description: 2_000 } as const

const sheetError = '表計算のエラー（#REF! や Loading... など）'

/** Rows with one of the problems from 'price is not certain' on are shown all the same. */
const sentences = {
  'not a row': '行として読み取れません。掲載していません。',
  'managementNumber is missing': '管理番号（managementNumber）がありません。掲載していません。',
  'managementNumber cannot be used': `管理番号に使えない文字があるか、${longestNumber}文字より長いか、「${shippingNumber}」です。掲載していません。`,
  'name is missing': '商品名（name）がありません。掲載していません。',
  'status is missing': '状態（status）がありません。掲載していません。',
  'status is almost 公開中': '状態（status）が「公開中」とぴったり同じではありません。掲載していません。',
  'status is another word':
    '掲載していません。販売するなら「公開中」、しないなら「非公開」「下書き」「準備中」「販売終了」などにしてください。',
  'status is one of further words':
    '掲載していません。状態（status）は「公開中」か「非公開」などにしてください。',
  'a field is neither text nor number': '文字でも数でもない欄があります。掲載していません。',
  'managementNumber stands twice': '同じ管理番号の行が上にあります。上の行だけを掲載しています。',
  'status is an error of the sheet': `状態（status）が${sheetError}です。掲載していません。`,
  'managementNumber is an error of the sheet': `管理番号（managementNumber）が${sheetError}です。掲載していません。`,
  'name is an error of the sheet': `商品名（name）が${sheetError}です。掲載していません。`,
  'managementNumber belongs to a kit': '管理番号がキットと同じです。掲載していません。',
  'managementNumber belongs to an own fabric':
    '同じ管理番号の生地を、お店の画面で持っています。画面の内容で掲載しています。表から掲載するには、商品のページで「表にゆずる」を押してください。',
  'price is not certain':
    '価格（price）が1から999999までの1つの数ではありません。「価格確認中」と表示し、販売していません。',
  'price is an error of the sheet': `価格（price）が${sheetError}です。「価格確認中」と表示し、販売していません。`,
  'description is an error of the sheet': `説明（description）が${sheetError}です。説明なしで掲載しています。`,
  'reading is an error of the sheet': `読み（reading）が${sheetError}です。読みは使わず、掲載しています。`,
  'stock is an error of the sheet': `在庫（stock）が${sheetError}です。`,
  'imageUrl is an error of the sheet': `画像（imageUrl）が${sheetError}です。お店のロゴを表示しています。`,
  'moreImageUrls is an error of the sheet': `ほかの画像（moreImageUrls）が${sheetError}です。その画像なしで掲載しています。`,
  'text was cut': `商品名（${longestShown.name}文字まで）か説明（${formatNumber(longestShown.description)}文字まで）が長すぎます。途中まで表示しています。`,
  'reading is not in kana': `読み（reading）は、ひらがなかカタカナで${longestReading}文字までにしてください。読みは使わず、掲載しています。`,
  'stock cannot be read':
    '在庫（stock）は「7」「7、4、3」「7×2」「3.5m」「3.5m×110cm」「0」のように書いてください。',
  'imageUrl cannot be used': '画像（imageUrl）のURLが使えません。お店のロゴを表示しています。',
  'imageUrl leads to a page':
    '画像（imageUrl）が、画像ではなくページへのリンクです。お店のロゴを表示しています。',
  'imageUrl is not https':
    '画像（imageUrl）が http:// です。表示されないことがあります。https:// のURLにしてください。',
} as const

export type FeedProblemReason = keyof typeof sentences

/** The cells without which a row is shown all the same, with what is told of them (P36). */
export const sheetErrorReasons = [
  ['price', 'price is an error of the sheet'],
  ['description', 'description is an error of the sheet'],
  ['reading', 'reading is an error of the sheet'],
  ['stock', 'stock is an error of the sheet'],
  ['imageUrl', 'imageUrl is an error of the sheet'],
  ['moreImageUrls', 'moreImageUrls is an error of the sheet'],
] as const satisfies ReadonlyArray<readonly [string, FeedProblemReason]>

const isReason = (reason: string): reason is FeedProblemReason => Object.hasOwn(sentences, reason)

/** `row` as in the owner's sheet, whose headings are row 1; `detail` is the wrong cell. */
export interface FeedProblem {
  readonly row: number
  readonly managementNumber: string | null
  readonly reason: string
  readonly detail: string | null
  /** Rows that are told by this one line, which is the first of them. */
  readonly rows: number
  /** Of a cell of the stock that cannot be read. */
  readonly shelf?: UnreadShelf | null
}

/** How a fabric is sold whose stock cannot be read: as counted before, without limit, or not before it can be read (N103). */
export type UnreadShelf = 'kept' | 'unlimited' | 'waits'

const shelfSentences: Readonly<Record<UnreadShelf, string>> = {
  kept: '前の在庫のままにしています。',
  unlimited: '数えていないので、いくつでも売れます。',
  waits: '新しい生地なので、読めるようになるまで、売り切れにしています。',
}

export const isAboutStock = ({ reason }: Pick<FeedProblem, 'reason'>): boolean =>
  reason === 'stock cannot be read' || reason === 'stock is an error of the sheet'

const sentenceOf = ({ reason, detail, rows, shelf }: FeedProblem): string => {
  if (!isReason(reason)) return reason
  if (reason === 'status is another word')
    return `「${oneLine(detail ?? '')}」の行 ${formatNumber(rows)}件は${sentences[reason]}`
  if (reason === 'status is one of further words')
    return `ほかの言葉の行 ${formatNumber(rows)}件も${sentences[reason]}`
  return `${sentences[reason]}${shelf ? shelfSentences[shelf] : ''}`
}

/** For fabrics that the shop manages itself, on purpose (N40). */
export const ownRowReason: FeedProblemReason = 'managementNumber belongs to an own fabric'

const fields: Readonly<Record<string, string>> = {
  managementNumber: '管理番号',
  name: '商品名',
  status: '状態',
  price: '価格',
  text: '商品名・説明',
  description: '説明',
  reading: '読み',
  stock: '在庫',
  imageUrl: '画像',
  moreImageUrls: 'ほかの画像',
}

export interface RowToCorrect {
  readonly row: number
  /** Rows that are meant, of which this is the first. */
  readonly rows: number
  readonly number: string
  /** '' for the whole row. */
  readonly field: string
  readonly sentence: string
  /** The wrong cell, or ''. */
  readonly cell: string
}

/** Such as 3行目, or 3行目ほか for several. */
export const rowsText = ({ row, rows }: Pick<FeedProblem, 'row' | 'rows'>): string =>
  `${row}行目${rows > 1 ? 'ほか' : ''}`

export const rowToCorrect = (problem: FeedProblem): RowToCorrect => ({
  row: problem.row,
  rows: problem.rows,
  number: problem.managementNumber ?? '',
  field: fields[/^\w+/.exec(problem.reason)?.[0] ?? ''] ?? '',
  sentence: sentenceOf(problem),
  cell: saysItsCell(problem) ? '' : oneLine(problem.detail ?? ''),
})

/** Its sentence names the cell. */
const saysItsCell = ({ reason }: FeedProblem): boolean => reason === 'status is another word'

export const problemText = (problem: FeedProblem): string => {
  const number = problem.managementNumber ? `（管理番号 ${problem.managementNumber}）` : ''
  const cell = problem.detail === null || saysItsCell(problem) ? '' : `［${problem.detail}］`
  return oneLine(`${rowsText(problem)}${number}：${sentenceOf(problem)}${cell}`)
}
