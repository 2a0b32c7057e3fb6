/** Emoji and other signs are searched for too; punctuation and whatever has no letter in it ends a word. */
const wordsOf = /[\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}]+/gu

/** Katakana from ァ to ヶ, and the iteration marks ヽ and ヾ, have hiragana at the same distance. */
const katakanaToHiragana = 0x60

/**
 * `text` as search compares it, its words with one space between them; applied twice it gives the same.
 *
 * - Width and composed characters by NFKC, so ｷｯﾄ is キット, ㎝ is cm, and ｶﾞ, カ゛ and か with a combining mark are one character.
 * - Lower case, and hiragana for katakana, for people write both. Voiced marks, small kana and ー tell words apart (はり and ばり,
 *   びよういん and びょういん, ビル and ビール), and stay.
 * - After kana a dash, a wave or a minus is a mistyped ー, and several of them are as long as one.
 * - A middle dot inside katakana joins one word (トート・バッグ); elsewhere it stands between two.
 * - What nobody sees, such as the selector of a kanji's variant, is left out.
 */
export const searchText = (text: string): string => {
  const plain = text
    .toWellFormed()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/(?<=[\p{Script=Hiragana}\p{Script=Katakana}])゛/gu, '\u3099')
    .replace(/(?<=[\p{Script=Hiragana}\p{Script=Katakana}])゜/gu, '\u309a')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/(?<=[\u30a1-\u30ff])・(?=[\u30a1-\u30fe])/g, '')
    .replace(/(?<=[\u3041-\u3096\u3099-\u309e\u30a1-\u30fe])[-~\u2010-\u2015\u2212\u301c\u2500ー]+/g, 'ー')
    .replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana),
    )
    .replace(/[\u30f7-\u30fa]/g, (kana) => `${'わゐゑを'.charAt(kana.charCodeAt(0) - 0x30f7)}\u3099`)
  return (plain.match(wordsOf) ?? []).join(' ')
}

/** The words of a search, each once: a recipe is found that holds every one of them as a part of one of its words. */
export const searchWords = (text: string): string[] => {
  const plain = searchText(text)
  return plain === '' ? [] : [...new Set(plain.split(' '))]
}

/** What one word of a search is found by, the word itself among them: each of words that must all be there, with a space between. */
export type Alternatives = readonly string[]

/** What a search looks for: for each of its words one of its alternatives. */
export interface SearchTerms {
  /** The words as they were typed and other spellings of them. */
  readonly exact: readonly Alternatives[]
  /** Also what is near to them, and stands behind; the same list where nothing is. */
  readonly wide: readonly Alternatives[]
}

/** A search that finds something, and how much. */
export interface CountedSearch {
  readonly q: string
  readonly count: number
}

/** The ways on from a list that found nothing; each of them finds something (W32). */
export interface WaysOn {
  /** How many the search finds without what narrows it besides; 0 also where nothing does. */
  readonly wider: number
  /** Its words alone. */
  readonly near: readonly CountedSearch[]
}

/** The words of `text` alone, without another spelling. */
export const plainTerms = (text: string): SearchTerms => {
  const exact = searchWords(text).map((word) => [word])
  return { exact, wide: exact }
}

/**
 * What an index holds of a word: its pairs of characters, then its last character alone. So a run of pairs that follow one
 * another is exactly a part of one word, and whatever begins with a character is exactly what holds it.
 */
export const tokensOfWord = (word: string): string[] => {
  const characters = [...word]
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** The pairs that have to follow one another in a text which holds `word`; of one character, how a token begins. */
export const tokensOfSearch = (word: string): string[] => {
  const tokens = tokensOfWord(word)
  return tokens.length === 1 ? tokens : tokens.slice(0, -1)
}

const longestSearch = 100

/** What an address searches for, as it was typed: trimmed, at most 100 characters; '' is no search. */
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

/** Whether something was typed in which no word is, such as 「！？」: nothing can be found by it. */
export const hasNoWord = (q: string): boolean => q !== '' && searchWords(q).length === 0
