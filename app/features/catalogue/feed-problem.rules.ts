import { nfkc } from '~/kernel/japanese-text.ts'
import { oneLine } from '~/kernel/one-line.ts'
import { publishedStatus } from './rules.ts'

/** What is wrong with a row of the feed, and what the owner is told of it. Rows of the last five are shown all the same. */
const sentences = {
  'not a row': '行として読み取れません。掲載していません。',
  'managementNumber is missing': '管理番号（managementNumber）がありません。掲載していません。',
  'managementNumber cannot be used':
    '管理番号に使えない文字があるか、64文字より長いか、「shipping」です。掲載していません。',
  'name is missing': '商品名（name）がありません。掲載していません。',
  'status is missing': '状態（status）がありません。掲載していません。',
  'status is almost 公開中': '状態（status）が「公開中」とぴったり同じではありません。掲載していません。',
  'a field is neither text nor number': '文字でも数でもない欄があります。掲載していません。',
  'managementNumber stands twice': '同じ管理番号の行が上にあります。上の行だけを掲載しています。',
  'managementNumber belongs to a kit': '管理番号がキットと同じです。掲載していません。',
  'price is not certain':
    '価格（price）が1から999999までの1つの数ではありません。「価格確認中」と表示し、販売していません。',
  'text was cut': '商品名（200文字まで）か説明（2,000文字まで）が長すぎます。途中まで表示しています。',
  'imageUrl cannot be used': '画像（imageUrl）の住所が使えません。お店のロゴを表示しています。',
  'imageUrl leads to a page':
    '画像（imageUrl）が、画像ではなくページへのリンクです。お店のロゴを表示しています。',
  'imageUrl is not https':
    '画像（imageUrl）が http:// です。表示されないことがあります。https:// の住所にしてください。',
} as const

export type FeedProblemReason = keyof typeof sentences

const isReason = (reason: string): reason is FeedProblemReason => Object.hasOwn(sentences, reason)

/** A problem as it is told to the owner, in one line. */
export const problemText = (problem: {
  readonly row: number
  readonly managementNumber: string | null
  readonly reason: string
  readonly detail: string | null
}): string => {
  const number = problem.managementNumber ? `（管理番号 ${problem.managementNumber}）` : ''
  const cell = problem.detail === null ? '' : `［${problem.detail}］`
  const sentence = isReason(problem.reason) ? sentences[problem.reason] : problem.reason
  return oneLine(`${problem.row}行目${number}：${sentence}${cell}`)
}

const almostPublished: ReadonlySet<string> = new Set([
  '公開',
  '公開済',
  '公開済み',
  '公開する',
  '公開します',
  '公開している',
  '公開しています',
  '公開ちゅう',
  '後悔中',
  'こうかいちゅう',
])

// One letter wrong, missing or misplaced; not in the last place of 公開前, 公開後, 公開日 and so on, which mean something else.
const slip = /^(?:公.中|.開中|公開[仲申注虫宙忠]|公中|開中|公開開中|公公開中|公中開|開公中)$/u

/**
 * Did whoever wrote this status most likely mean 公開中? Such a row is not shown (P1), but its owner believes that it is.
 * Blanks around the word, and full-width ones, are no matter.
 */
export const isAlmostPublished = (status: string): boolean => {
  const plain = nfkc(status).trim()
  if (plain === publishedStatus) return false
  const letters = plain.replace(/[^\p{L}]/gu, '')
  return almostPublished.has(letters) || /^公開中(?![止断])/.test(letters) || slip.test(letters)
}
