import { nfkc } from '~/kernel/text.ts'
import { typedPrice, typedYen } from '~/kernel/typed-money.ts'

/** How the prices of several products are changed: by yen, by tenths of a per cent, or to a price in yen. */
export type PriceChange =
  | { readonly by: 'yen'; readonly yen: number }
  | { readonly by: 'percent'; readonly tenths: number }
  | { readonly by: 'to'; readonly yen: number }

export const priceWays = [
  { id: 'yen', name: '円で足し引きする' },
  { id: 'percent', name: '％で足し引きする' },
  { id: 'to', name: 'この価格にする' },
] as const
export type PriceWay = (typeof priceWays)[number]['id']

const signOf = (text: string) => (/^[-−－‐▲△]/u.test(text) ? -1 : 1)
const withoutSign = (text: string) => text.replace(/^[-+−－‐▲△＋]/u, '')

/** Below zero nothing is left of a price. */
const mostPercent = 900

/** What was typed beside the way, such as -50, ▲50円 or 7.5％; null for what is no figure. */
export const priceChangeTyped = (way: PriceWay, typed: string): PriceChange | null => {
  const text = typed.trim()
  if (way === 'to') {
    const yen = typedPrice(text)
    return yen === null ? null : { by: 'to', yen }
  }
  const figure = withoutSign(text)
  if (way === 'yen') {
    const yen = typedYen(figure)
    return yen === null || yen === 0 ? null : { by: 'yen', yen: signOf(text) * yen }
  }
  const [, whole, tenth = '0'] = /^(\d{1,3})(?:\.(\d))?\s*%?$/.exec(nfkc(figure).trim()) ?? []
  if (whole === undefined) return null
  const tenths = Number(whole) * 10 + Number(tenth)
  const isPossible = tenths > 0 && (signOf(text) > 0 ? tenths <= mostPercent * 10 : tenths < 1_000)
  return isPossible ? { by: 'percent', tenths: signOf(text) * tenths } : null
}

/** In whole yen, half a yen up; not above zero where nothing is left. `former` is null where no price is known. */
export const changedPrice = (change: PriceChange, former: number | null): number | null => {
  if (change.by === 'to') return change.yen
  if (former === null) return null
  return change.by === 'yen'
    ? former + change.yen
    : Math.floor((former * (1_000 + change.tenths) * 2 + 1_000) / 2_000)
}

/** As the list of files and the log tell it. */
export const priceChangeText = (change: PriceChange): string => {
  if (change.by === 'to') return `価格を${change.yen}円に`
  const figure = change.by === 'yen' ? change.yen : change.tenths / 10
  return `価格を${figure > 0 ? '+' : ''}${figure}${change.by === 'yen' ? '円' : '％'}`
}
