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

const runs = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}|[a-z0-9]{2,}/giu
const mostNearWords = 4

/** What to look for instead of `q`: each of its words, or a part of the only one (がま口バッグ: バッグ). */
export const nearWords = (q: string): string[] => {
  const typed = q.normalize('NFKC').split(/[\s\p{P}]+/u)
  const parts = [...typed, ...typed.flatMap((word) => word.match(runs) ?? [])]
  const others = parts.filter((part) => part !== '' && searchText(part) !== searchText(q))
  return [...new Set(others)].slice(0, mostNearWords)
}
