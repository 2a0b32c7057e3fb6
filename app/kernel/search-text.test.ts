import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { withStandardKanji } from './kanji-variants.ts'
import { readSearch, searchText, searchWords, tokensOfSearch, tokensOfWord } from './search-text.ts'

test.each([
  ['キット', 'きっと'],
  ['ｷｯﾄ', 'きっと'],
  ['ｶﾞﾏｸﾞﾁ', 'がまぐち'],
  ['カ゛マ口', 'がま口'],
  ['か\u3099ま口', 'がま口'],
  ['ﾊﾟｯﾁﾜｰｸ', 'ぱっちわーく'],
  ['ハ゜ッチワーク', 'ぱっちわーく'],
  ['バッグ', 'ばっぐ'],
  ['ハッグ', 'はっぐ'],
  ['ヴィンテージ', 'びんてーじ'],
  ['ｳﾞｨﾝﾃｰｼﾞ', 'びんてーじ'],
  ['ヴェール ヴァイオリン ヴォイス デジャヴュ ラヴ', 'べーる ばいおりん ぼいす でじゃびゅ らぶ'],
  ['ヷ', 'わ\u3099'],
  ['ＬＩＢＥＲＴＹ ｌｉｂｅｒｔｙ', 'liberty liberty'],
  ['５０㎝角', '50cm角'],
  ['ポ―チ', 'ぽーち'],
  ['ポ－チ', 'ぽーち'],
  ['ぽ〜ち', 'ぽーち'],
  ['かわいーーい', 'かわいーい'],
  ['A-4', 'a 4'],
  ['コースター', 'こーすたー'],
  ['トート・バッグ', 'とーとばっぐ'],
  ['ﾄｰﾄ･ﾊﾞｯｸﾞ', 'とーとばっぐ'],
  ['おじいちゃん・おばあちゃん', 'おじいちゃん おばあちゃん'],
  ['布・糸', '布 糸'],
  ['葛\u{e0100}飾', '葛飾'],
  ['　がま口、巾着。「ポーチ」　', 'がま口 巾着 ぽーち'],
  ['🧵✂️糸', '🧵✂糸'],
  ['佐々木〆の布', '佐々木〆の布'],
  ['あゝ野麦峠', 'あゝ野麦峠'],
  ['\u0000\u0007', ''],
  ['!?"\'()*:&|<->', ''],
])('%j is compared as %j', (text, compared) => {
  expect(searchText(text)).toBe(compared)
})

test.each([
  ['高橋', '髙橋'],
  ['渡辺', '渡邉', '渡邊', '渡邉\u{e0104}', '渡\u{fe00}辺'],
  ['斎藤', '斉藤', '齋藤', '齊藤'],
  ['浜田', '濱田', '濵田'],
  ['沢口', '澤口'],
  ['島', '嶋', '嶌'],
  ['山崎', '山﨑', '山嵜'],
  ['吉野', '𠮷野', '吉埜'],
  ['ビンテージ', 'ヴィンテージ', 'びんてーじ'],
  ['山田\u200b', '山\u2060田', '\ufeff山田', '山田\u2800'],
  ['刺繍', '刺繡'],
])('W46: %s is found by its other spellings', (...spellings) => {
  expect(new Set(spellings.map(searchText)).size).toBe(1)
})

test.each([
  ['バック', 'バッグ'],
  ['大坂', '大阪'],
  ['藤', '籐'],
  ['はま', 'ばま'],
])('W46: %s and %s stay two words', (one, other) => {
  expect(searchText(one)).not.toBe(searchText(other))
})

test('W46: no kanji stands in two groups, and none stands for another one that is folded itself', () => {
  const folded = Array.from({ length: 0x2fa1f - 0x3400 }, (_, at) => String.fromCodePoint(0x3400 + at)).map(
    (sign) => [sign, withStandardKanji(sign)] as const,
  )
  expect(folded.filter(([sign, standard]) => sign !== standard).length).toBeGreaterThan(400)
  for (const [, standard] of folded) expect(withStandardKanji(standard)).toBe(standard)
})

test('the words of a search, each once', () => {
  expect(searchWords(' 巾着　ﾎﾟｰﾁ ぽーち ')).toEqual(['巾着', 'ぽーち'])
  expect(searchWords('、。')).toEqual([])
})

test('the tokens of a word are its pairs and its last character', () => {
  expect(tokensOfWord('がま口')).toEqual(['がま', 'ま口', '口'])
  expect(tokensOfWord('🧵糸')).toEqual(['🧵糸', '糸'])
  expect(tokensOfSearch('がま口')).toEqual(['がま', 'ま口'])
  expect(tokensOfSearch('口')).toEqual(['口'])
})

const japanese = array(
  constantFrom(...'がかま口巾着ポーチﾎﾟｰﾁﾞﾟ゛゜\u3099バハパ々ゝー-〜・･ ａAaß５5🧵葛\u{e0100}、'),
).map((parts) => parts.join(''))
const anyText = oneof(japanese, string({ unit: anyCharacter }), string({ unit: 'grapheme' }))

test('what was made plain once stays as it is', () => {
  assert(
    property(anyText, (text) => {
      expect(searchText(searchText(text))).toBe(searchText(text))
    }),
    { numRuns: 2000 },
  )
})

test('a token holds one or two characters, none of which a query of an index could take for its own', () => {
  assert(
    property(anyText, (text) => {
      for (const word of searchWords(text))
        for (const token of tokensOfWord(word))
          expect(token).toMatch(/^[^\p{P}\s\p{Cc}\p{Cs}$+<=>^`|~]{1,2}$/u)
    }),
  )
})

test('pairs in a row are exactly a part of one word, and a beginning exactly a character of it', () => {
  const letters = array(constantFrom(...'ああいう口🧵'), { minLength: 1, maxLength: 9 }).map((all) =>
    all.join(''),
  )
  assert(
    property(array(letters, { minLength: 1, maxLength: 3 }), letters, (words, wanted) => {
      const all = words.flatMap(tokensOfWord)
      const tokens = tokensOfSearch(wanted)
      const found =
        tokens.length === 1 && [...wanted].length === 1
          ? all.some((token) => token.startsWith(wanted))
          : all.some((_, at) => tokens.every((token, next) => all[at + next] === token))
      expect(found).toBe(words.some((word) => word.includes(wanted)))
    }),
    { numRuns: 2000 },
  )
})

test('P24: what is typed is trimmed and cut to 100 characters, none in half', () => {
  expect(readSearch(null)).toBe('')
  expect(readSearch(' \n麻\u0000の葉 ')).toBe('麻 の葉')
  expect(readSearch('あ'.repeat(101))).toBe('あ'.repeat(100))
  expect(readSearch('🧵'.repeat(300))).toBe('🧵'.repeat(100))
})
