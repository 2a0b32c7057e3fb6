import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, nfkc } from '~/kernel/text.ts'

export type NameFault = 'name_missing' | 'name_too_long' | 'name_unreadable' | 'name_reserved'

/** In code points. */
export const longestName = 30

/** Invisible characters, and those that reverse or pile up text; emoji need two of them. */
const unreadable =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200d\p{Variation_Selector}])[\p{Cf}\p{Default_Ignorable_Code_Point}]|\p{M}{5}/u

/** As stored; `shopNames` from `shopNamesOf` (A18). */
export const readDisplayName = (typed: string, shopNames: readonly string[]): Result<string, NameFault> => {
  const name = nfkc(typed).trim()
  if (unreadable.test(name)) return refused('name_unreadable')
  if (!isVisible(name)) return refused('name_missing')
  const spaced = name.replaceAll(/\s+/g, ' ')
  if (codePointLength(spaced) > longestName) return refused('name_too_long')
  return isReservedName(spaced, shopNames) ? refused('name_reserved') : ok(spaced)
}

const lookAlikes = 'aаα4@ bв8 cс dԁ eеε3 hһ iіιlӏ1|! jј kкκ mм oоο0 pрρ sѕ5$ tтτ7 uυ vν xх yу'
const twins = new Map(
  lookAlikes.split(' ').flatMap(([letter = '', ...signs]) => signs.map((sign) => [sign, letter] as const)),
)

const asHiragana = (sign: string): string =>
  sign >= 'ァ' && sign <= 'ヶ' ? String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x60) : sign

/** Equal for names that look alike: no case or accents, hiragana, and Latin letters for similar Cyrillic, Greek and digits. */
const lookOf = (text: string): string =>
  [
    ...nfkc(text)
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\p{M}\p{Cf}]/gu, ''),
  ]
    .map(asHiragana)
    .map((sign) => twins.get(sign) ?? sign)
    .join('')

const lettersOf = (text: string): string => lookOf(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

const looksOf = (words: string): string[] => words.split(' ').map(lettersOf)

const withinAnyName = looksOf('管理者 管理人 菅理者 菅理人 運営 運營 事務局 公式 administrator')
const asOneWord = new Set(looksOf('admin administrator sysadmin moderator official webmaster'))
const asWholeName = new Set(
  looksOf(
    'スタッフ サポート 店長 オーナー システム ゲスト ユーザー 匿名ユーザー staff support owner system root guest user null undefined',
  ),
)

/** Shorter names of shops are part of too many harmless names. */
const shortestWithin = 3

/** Names that no member may have (A18). */
export const shopNamesOf = ({
  name,
  nameInLatin,
  seller,
}: {
  readonly name: string
  readonly nameInLatin: string
  readonly seller: { readonly legalName: string }
}): readonly string[] => [name, nameInLatin, seller.legalName]

/** Could pass for the shop's or its staff's (A18). */
const isReservedName = (name: string, shopNames: readonly string[]): boolean => {
  const whole = lettersOf(name)
  const shops = shopNames.map(lettersOf).filter((shop) => shop !== '')
  // Digits stand for letters (adm1n), or beside them (admin1).
  const words = [lookOf(name), lookOf(name.replaceAll(/\p{N}/gu, ' '))].flatMap((look) =>
    look.split(/[^\p{L}\p{N}]+/u),
  )
  return (
    asWholeName.has(whole) ||
    shops.includes(whole) ||
    [whole, ...words].some((word) => asOneWord.has(word)) ||
    [...withinAnyName, ...shops.filter((shop) => shop.length >= shortestWithin)].some((part) =>
      whole.includes(part),
    )
  )
}
