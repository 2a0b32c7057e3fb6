import { unitOf } from '~/features/products/rules.ts'
import { formatYen } from '~/kernel/money.ts'
import type { CartNotice, PriceChange } from './types.ts'

const pricesInWords = 2

export const noticeText = (notice: CartNotice): string => {
  switch (notice.kind) {
    case 'added':
      return `「${notice.name}」を${notice.isFree ? '無料で' : ''}カートに入れました（${notice.quantity}${unitOf(notice.type)}）。${
        notice.freeKitsLeft > 0 ? `\n無料のキットを、あと${notice.freeKitsLeft}点選べます。` : ''
      }`
    case 'told':
      return notice.text
    case 'removed':
      if (notice.isAll) return 'カートを空にしました。'
      return notice.names.length === 1
        ? `「${notice.names[0]}」を取り出しました。`
        : `${notice.names.length}種類の商品を取り出しました。`
    case 'restored':
      return notice.names.length === 1
        ? `「${notice.names[0]}」をカートに戻しました。`
        : 'カートを元に戻しました。'
    case 'quantity-capped':
      return cappedText(notice)
    case 'kit-already-in-cart':
      return `「${notice.name}」はすでにカートに入っています。キットは1点ずつの販売です。`
    case 'kits-one-only':
      return `「${notice.name}」は1点のみの販売です。`
    case 'too-many-kinds':
      return `カートに入れられるのは${notice.limit}種類までです。お会計のあとにもう一度お求めください。`
    case 'cannot-be-bought':
      return `「${notice.name}」は価格確認中のため、いまはお求めいただけません。`
    case 'prices-changed':
      return pricesText(notice.changes)
  }
}

const cappedText = ({
  name,
  limit,
  isLeft,
  asked,
  added,
}: Extract<CartNotice, { readonly kind: 'quantity-capped' }>): string => {
  const most = isLeft ? `いま${limit}枚までお届けできます。` : `一度に${limit}枚までです。`
  return added === undefined
    ? `「${name}」は、${most}`
    : `「${name}」をカートに入れましたが、ご希望の${asked}枚のうち${added}枚だけです。${most}`
}

const pricesText = (changes: readonly PriceChange[]): string => {
  const sentences = changes.map(({ name, before, after }) =>
    after === null
      ? `「${name}」は価格確認中になりました。`
      : `「${name}」の価格が${formatYen(before)}円から${formatYen(after)}円に変わりました。`,
  )
  if (sentences.length <= pricesInWords + 1) return sentences.join('')
  const others = sentences.length - pricesInWords
  return `${sentences.slice(0, pricesInWords).join('')}ほか${others}点の価格も変わりました。`
}

/** Where the notice of what would be undone is not beside it. */
export const undoText = ({ kind }: CartNotice): string =>
  `${kind === 'removed' ? '取り出した商品' : 'まとめて入れた材料'}を元に戻す`
