import { deskLink } from '~/features/desk/access/mails.rules.ts'
import { type HeldPrice, lowestCertainPrice } from '~/features/products/price-guard.rules.ts'
import { href } from '~/href.ts'
import { mostMarked } from '~/kernel/desk-list.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'
import type { Refusals } from '~/kernel/refusal.ts'

export const heldPriceRefusals = {
  'too-often': {
    status: 429,
    text: '表を続けて読み込みすぎました。10分ほどたってから、もう一度押してください。',
  },
  nothing_held: { status: 409, text: 'この商品に、止めている価格はもうありません。' },
  stale: { status: 409, text: '表の価格が先に変わりました。いまの価格を確かめて、もう一度押してください。' },
} as const satisfies Refusals<string>

export const severalPriceRefusals = {
  'none-marked': {
    status: 422,
    text: `1点から${mostMarked}点までの商品に印を付けてから、押してください。`,
  },
} as const satisfies Refusals<string>

const reasons = {
  nothing_held: ['止めている価格がもうありません', 'そのままでかまいません。'],
  stale: ['価格が先に変わりました', 'いまの価格を確かめて、もう一度選んでください。'],
  'first-price': [
    'はじめての価格なので、そのままにする価格がありません',
    'この価格にするか、商品のページで価格を直してください。',
  ],
  'other-content': ['ほかの押しかたで先に決まりました', 'いまの一覧を確かめてください。'],
} as const satisfies Readonly<Record<string, readonly [why: string, whatToDo: string]>>

const isReason = (why: string): why is keyof typeof reasons => Object.hasOwn(reasons, why)

/** A price that an act on several has left as it was (N90). */
export const leftBecause = (number: string, why: string): LeftOut => {
  const [text, whatToDo] = reasons[isReason(why) ? why : 'stale']
  return { what: number, why: text, whatToDo }
}

const mostNamed = 20

const lineOf = ({ number, name, price, formerPrice }: HeldPrice): string =>
  formerPrice === null
    ? `${number}　${name}　はじめての価格 ${formatYen(price)}円`
    : `${number}　${name}　表の価格 ${formatYen(price)}円　販売中の価格 ${formatYen(formerPrice)}円`

const linesOf = (held: readonly HeldPrice[]): string[] => [
  ...held.slice(0, mostNamed).map(lineOf),
  ...(held.length > mostNamed ? [`ほか${held.length - mostNamed}件は、お店の机でご覧ください。`] : []),
]

const howToAccept = 'この価格で販売してよければ: npm run feed -- accept 管理番号'

/** Once for each held price. */
export const heldPricesMail = (
  held: readonly HeldPrice[],
  subjectKey: string,
  { ownerEmail, siteOrigin }: { readonly ownerEmail: string; readonly siteOrigin: string },
): NewMail => {
  const opening = `商品の一覧で、価格がこれまでの半分より安く、2倍より高く、または${lowestCertainPrice}円より安く変わった生地があります。`
  return {
    kind: 'owner_price_held',
    subjectKey,
    recipient: ownerEmail,
    subject: `［要確認］価格が大きく変わった生地があります（${held.length}件）`,
    preview: opening,
    heading: '価格をお確かめください',
    opening: [
      opening,
      'お確かめいただくまで、これまでの価格で販売しています。価格のほかの変更は、反映しています。',
    ],
    holdsToken: false,
    link: { text: '価格の確認を開く', href: deskLink(siteOrigin, href('/admin/feed')) },
    blocks: [{ heading: '価格を止めている生地', lines: linesOf(held) }],
    closing: [
      'まちがいでしたら、表の価格を直してください。',
      'この価格で販売してよければ、上のページで「この価格にする」を押してください。',
    ],
  }
}

export const heldPricesText = (held: readonly HeldPrice[]): string[] =>
  held.length === 0
    ? []
    : [
        `価格を止めている生地：${held.length}件（これまでの価格で販売しています）`,
        ...held.map((each) => `  ${lineOf(each)}`),
        `  ${howToAccept}`,
      ]

export const acceptedPriceText = ({ number, name, price, formerPrice }: HeldPrice): string =>
  `${number}　${name} を ${formatYen(price)}円で販売します${formerPrice === null ? '' : `（これまでは ${formatYen(formerPrice)}円）`}。`

export const nothingHeldText = (number: string): string =>
  `管理番号「${number}」で、価格を止めている生地はありません。npm run feed -- status でお確かめください。`
