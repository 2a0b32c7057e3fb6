import { withStandardKanji } from './kanji-variants.ts'
import { longestSearch } from './list-address.ts'
import { withoutInvisible } from './text.ts'

/** Counted up whenever `searchText` gives something else for a text: what was stored is then worked out anew (W46). */
export const foldedAs = '2'

/** Emoji and signs are searchable; punctuation ends a word. */
const wordsOf = /[\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}]+/gu

/** From ァ to ヶ, and for ヽ and ヾ, hiragana are at this distance. */
const katakanaToHiragana = 0x60

/** ヴ and a small kana are written as バ行 too: ヴィンテージ, ビンテージ. */
const vuRow: Readonly<Record<string, string>> = {
  ゔぁ: 'ば',
  ゔぃ: 'び',
  ゔぇ: 'べ',
  ゔぉ: 'ぼ',
  ゔゃ: 'びゃ',
  ゔゅ: 'びゅ',
  ゔょ: 'びょ',
  ゔ: 'ぶ',
}

/**
 * `text` as search compares it, words separated by one space; idempotent. The one folding of desk, shop and gallery (W46), for searches and
 * never for who or what something is. NFKC makes ｷｯﾄ キット, and ｶﾞ, カ゛ and combining marks one character; lower case; katakana become hiragana.
 * Voiced marks, small kana and ー distinguish words and stay; a dash after kana is a mistyped ー, several count as one.
 * A middle dot within katakana joins (トート・バッグ), elsewhere it separates. Invisible characters are removed, kanji of
 * names stand in their standard form, and ヴ is written in バ行.
 */
export const searchText = (text: string): string => wordsIn(withStandardKanji(plainText(text))).join(' ')

const wordsIn = (plain: string): readonly string[] => plain.match(wordsOf) ?? []

const plainText = (text: string): string =>
  withoutInvisible(text.toWellFormed())
    .replace(/([\p{Script=Hiragana}\p{Script=Katakana}])゛/gu, '$1\u3099')
    .replace(/([\p{Script=Hiragana}\p{Script=Katakana}])゜/gu, '$1\u309a')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/([\u30a1-\u30ff])・+(?=[\u30a1-\u30fe])/g, '$1')
    .replace(/([\u3041-\u3096\u3099-\u309e\u30a1-\u30fe])[-~\u2010-\u2015\u2212\u301c\u2500ー]+/g, '$1ー')
    .replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana),
    )
    .replace(/[\u30f7-\u30fa]/g, (kana) => `${'わゐゑを'.charAt(kana.charCodeAt(0) - 0x30f7)}\u3099`)
    .replace(/ゔ[ぁぃぇぉゃゅょ]?/g, (kana) => vuRow[kana] ?? kana)

/** `searchText` without blanks: F-10/2 and f 102 are one management number (W35), 山田 太郎 and 山田太郎 one name (W46). */
export const closedUp = (text: string): string => searchText(text).replaceAll(' ', '')

/** The distinct words of a search; a match holds each of them as a part of one of its words. */
export const searchWords = (text: string): string[] => {
  const plain = searchText(text)
  return plain === '' ? [] : [...new Set(plain.split(' '))]
}

/** What a word may be found by, itself included; an alternative of several words needs all of them. */
export type Alternatives = readonly string[]

export interface SearchTerms {
  /** The typed words and their other spellings. */
  readonly exact: readonly Alternatives[]
  /** Also related words, which rank behind; the same as `exact` when there are none. */
  readonly wide: readonly Alternatives[]
}

export interface CountedSearch {
  readonly q: string
  readonly count: number
}

/** Ways on from a list without hits; each of them finds something (W32). */
export interface WaysOn {
  /** Hits without the other filters; 0 also when there are no filters. */
  readonly wider: number
  readonly near: readonly CountedSearch[]
}

export const plainTerms = (text: string): SearchTerms => {
  const exact = searchWords(text).map((word) => [word])
  return { exact, wide: exact }
}

/** Pairs of characters and the last one alone: consecutive pairs are exactly a part of a word, a prefix one character. */
export const tokensOfWord = (word: string): string[] => {
  const characters = [...word]
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** Pairs that must be consecutive in the text; for one character, the beginning of a token. */
export const tokensOfSearch = (word: string): string[] => {
  const tokens = tokensOfWord(word)
  return tokens.length === 1 ? tokens : tokens.slice(0, -1)
}

/** The typed text, trimmed, at most `longestSearch` characters; '' means no search. */
export const readSearch = (typed: string | null): string =>
  [
    ...(typed ?? '')
      .slice(0, longestSearch * 4)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ]
    .slice(0, longestSearch)
    .join('')
    .trim()

/** Text without a word, such as 「！？」, which can find nothing. */
export const hasNoWord = (q: string): boolean => q !== '' && wordsIn(plainText(q)).length === 0
