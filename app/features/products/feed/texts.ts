import {
  type FeedFacts,
  feedFailureText,
  isTooOldToSell,
  soldWithinHours,
} from '~/features/products/feed-state.rules.ts'
import type { HeldPrice } from '~/features/products/price-guard.rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { type CameInstead, isPending, type ListRefusal, refreshMinutes } from './feed.rules.ts'
import { heldPricesText } from './held-prices.texts.ts'
import { type FeedProblem, problemText } from './problem.texts.ts'

const refusals: Readonly<Record<Exclude<ListRefusal, 'format'>, string>> = {
  empty: '一覧に1行もありません。見出しだけになっていないか、ご確認ください。',
  'mostly broken': '半分より多くの行が読み取れません。列の見出しや並びが変わっていないか、ご確認ください。',
  'only almost published':
    '公開中の行がなく、「公開中」とよく似た別の文字の行があります。状態（status）の欄を「公開中」に直してください。',
  'unreadable and nothing published':
    '公開中の行がなく、読み取れない行があります。その行を直すか、消してください。',
  'nothing published':
    '公開中の行が1つもありません。自動でもう一度読み込み、1分以上たっても同じなら、お店の一覧も空になります。',
  'far fewer products':
    '公開中の行が、いまお店にある生地の3分の1より少なくなりました。自動で読み込みを続け、1時間以上たってもこのままなら、お店にも反映します。',
}

const isRefusal = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

const howToList = '商品の一覧（JSON）を返すURLにしてください。'

const came: Readonly<Record<CameInstead, string>> = {
  'no doGet': `「doGet がありません」というGoogleの画面が届きました。スクリプトに doGet を書いて保存し、「デプロイを管理」で新しいバージョンをデプロイしてください。`,
  'sign-in page':
    'ログインの画面が届きました。スクリプトのデプロイで、アクセスできるユーザーを「全員」にしてください。',
  page: `ウェブページ（HTML）が届きました。${howToList}`,
  setResponse: `「setResponse(」で始まる、Googleの表のグラフ用のデータが届きました。${howToList}`,
  'guarded JSON': `「)]}'」で始まる、Googleの画面用のデータが届きました。${howToList}`,
  CSV: `表そのもの（CSV）が届きました。「ウェブに公開」のURLではなく、${howToList}`,
}

const cameIn = (code: string): string | undefined =>
  Object.entries(came).find(([word]) => code === `format: ${word}`)?.[1]

export const troubleText = (code: string): string => {
  if (isRefusal(code)) return refusals[code]
  const instead = cameIn(code)
  if (instead !== undefined) return `データの形式が不正です。${instead}`
  if (code === 'format')
    return 'データの形式が不正です。商品の一覧（JSON）として読み取れる行が1つもありません。'
  if (code === 'not finished') return '一覧の読み込みを、お店の側で最後まで終えられませんでした。'
  return `${feedFailureText(code)}。${code === 'unreachable' ? '相手のサーバーから返事がないか、URLが使えません。' : '相手のサーバーがエラーを返しています。'}`
}

/** `feed` is null while the shop shows its own fabrics; epoch ms. */
export interface FeedStatus {
  readonly feed: FeedFacts | null
  /** The feed in this command's settings, compared with the one that the shop shows. */
  readonly setting: 'none' | 'same' | 'another'
  readonly shown: number
  readonly problems: readonly FeedProblem[]
  readonly held: readonly HeldPrice[]
}

const howToSet =
  '商品の一覧を読み込むには、設定 PRODUCT_FEED_URL に一覧のURLを入れて、お店を開き直してください。'

/** Null unless the settings name another feed than the shop shows, or none. */
export const whyNoImport = ({ feed, setting }: Pick<FeedStatus, 'feed' | 'setting'>): string[] | null => {
  if (feed === null && setting === 'none')
    return [
      '商品の一覧（PRODUCT_FEED_URL）は設定されていません。お店は自分の商品を表示しています。',
      howToSet,
    ]
  if (setting === 'none')
    return [
      'お店は商品の一覧を読み込んでいますが、ここには PRODUCT_FEED_URL の設定がありません。お店と同じ設定で実行してください。',
    ]
  if (feed === null || setting === 'another')
    return [
      'PRODUCT_FEED_URL が、いま開いているお店のものと違います。お店を開き直すと、新しい一覧になります。',
    ]
  return null
}

export const statusText = (status: FeedStatus, now: number): string[] => {
  const { feed, shown, problems, held } = status
  if (feed === null) return whyNoImport(status) ?? [howToSet]
  const { lastSuccessAt, lastError, failures, badSince } = feed
  const since = badSince === null ? '' : `（${displayMoment(badSince)}から${failures}回続けて）`
  return [
    `最後に読み込めた日時：${lastSuccessAt === null ? 'まだ読み込めていません' : displayMoment(lastSuccessAt)}`,
    `掲載中の生地：${shown}件`,
    lastError === null
      ? `読み込み：${lastSuccessAt === null ? 'これから読み込みます。' : '正常です。'}`
      : `読み込み：${isPending(lastError) ? '確認待ちです' : `失敗しています${since}`}。${troubleText(lastError)}`,
    ...(lastError === null ? [] : [copyText(lastSuccessAt, now)]),
    ...problemLines(problems),
    ...heldPricesText(held),
    ...nextSteps(status),
  ]
}

const copyText = (lastSuccessAt: number | null, now: number): string => {
  if (lastSuccessAt === null) return 'お会計：まだ生地を1つも掲載していません。'
  return isTooOldToSell({ lastSuccessAt }, now)
    ? `お会計：${soldWithinHours}時間より長く価格を確認できないため、生地のお会計を止めています。読み込めると、自動でもとに戻ります。`
    : 'お会計：受け付けています（最後に読み込めた内容で販売しています）。'
}

const problemLines = (problems: FeedStatus['problems']): string[] =>
  problems.length === 0
    ? ['直すところのある行：ありません。']
    : [
        `直すところのある行：${new Set(problems.map(({ row }) => row)).size}件（見出しを1行目として数えた、表の行の番号です）`,
        ...problems.map((problem) => `  ${problemText(problem)}`),
      ]

const nextSteps = ({ feed, problems }: FeedStatus): string[] => {
  if (feed?.lastError === 'not finished')
    return ['次にすること：自動でくり返し読み込みます。続くときは、お店を開き直してください。']
  if (feed && isPending(feed.lastError))
    return [
      '次にすること：このままでよければ、することはありません（お店を開いている間に、自動で反映します）。そうでなければ、表を直してください。',
    ]
  if (feed?.lastError)
    return [
      '次にすること：一覧の側（表の共有やスクリプト）を直して、npm run feed -- now で読み込んでください。',
    ]
  return problems.length === 0
    ? []
    : [
        `次にすること：表を直してください。${refreshMinutes}分以内に自動で読み込みます。すぐに読み込むには npm run feed -- now です。`,
      ]
}

export const feedUsage = [
  '使い方：',
  '  npm run feed -- now      商品の一覧をいますぐ読み込み、直すところのある行を表示する',
  '  npm run feed -- accept 管理番号   大きく変わったために止めている価格で、販売を始める',
  '  npm run feed -- status   最後に読み込めた日時、掲載中の件数、直すところのある行を表示する',
]
