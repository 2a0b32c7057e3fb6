import { describe, expect, test } from 'vitest'
import { prefectures } from '../../../payment-simulator/pay-form.ts'
import {
  beginsWithPrefecture,
  joinedParts,
  placeOf,
  prefectureOf,
  readAddress,
  wholePlaceOf,
} from './address.rules.ts'
import type { DeliveryAddress } from './types.ts'

const address = (prefecture: string, city: string, line1 = '', line2 = ''): DeliveryAddress => ({
  recipient: '山田 花子',
  postalCode: '150-0001',
  prefecture,
  city,
  line1,
  line2,
})

describe('M15: the parts of an address are joined by one rule', () => {
  test.each([
    [['札幌市中央区北1条西1', '2-3'], '札幌市中央区北1条西1 2-3'],
    [['11-23', '405'], '11-23 405'],
    [['11-23', '2F'], '11-23 2F'],
    [['１１－２３', '４０５'], '１１－２３ ４０５'],
    [['11-23', '４０５'], '11-23 ４０５'],
    [['Shibuya-ku', 'Jingumae'], 'Shibuya-ku Jingumae'],
    [['Shibuya-ku', '1-2-3'], 'Shibuya-ku 1-2-3'],
    [['ＡＢＣ', 'Ｄ棟'], 'ＡＢＣ Ｄ棟'],
    [['1-2-3', 'Ito Bldg.', '405'], '1-2-3 Ito Bldg. 405'],
    [['Ito', '#201'], 'Ito #201'],
    [['Ito', '＃201'], 'Ito ＃201'],
    [['Ｂｌｄｇ．', '405'], 'Ｂｌｄｇ． 405'],
    [['Nishi,', '1-2'], 'Nishi, 1-2'],
    [['(Ito)', '1-2'], '(Ito) 1-2'],
    [['北一条西一', '二丁目'], '北一条西一 二丁目'],
    [['西二〇', '〇五号'], '西二〇 〇五号'],
    [['西十', '3-5'], '西十 3-5'],
    [['Ⅱ', 'Ⅲ'], 'Ⅱ Ⅲ'],
  ])('a blank where figures or letters meet: %j', (parts, joined) => {
    expect(joinedParts(parts)).toBe(joined)
  })

  test.each([
    [['東京都', '渋谷区', '神宮前1-2-3'], '東京都渋谷区神宮前1-2-3'],
    [['東京都', 'Shibuya-ku'], '東京都Shibuya-ku'],
    [['町', '11-23'], '町11-23'],
    [['11-23', '糸ビル'], '11-23糸ビル'],
    [['三重県', '四日市市'], '三重県四日市市'],
    [['11-', '23'], '11-23'],
    [['11-23', '-405'], '11-23-405'],
    [['', '1', ''], '1'],
    [[], ''],
  ])('none elsewhere: %j', (parts, joined) => {
    expect(joinedParts(parts)).toBe(joined)
  })

  test('the building stands apart in one line', () => {
    expect(wholePlaceOf(address('東京都', '渋谷区', '神宮前1-2-3', '糸ビル'))).toBe(
      '東京都渋谷区神宮前1-2-3 糸ビル',
    )
    expect(wholePlaceOf(address('東京都', '渋谷区', '1'))).toBe('東京都渋谷区1')
  })
})

describe('M15: a prefecture is read', () => {
  // By their names in ISO 3166-2:JP, in its order.
  const romaji =
    'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata Toyama Ishikawa Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane Okayama Hiroshima Yamaguchi Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa'.split(
      ' ',
    )

  test('all 47: in kanji, in romaji with and without -ken, and by their codes', () => {
    expect(prefectures).toHaveLength(47)
    for (const [at, name] of prefectures.entries()) {
      const latin = romaji[at] ?? ''
      const suffix = { 都: 'to', 府: 'fu', 県: 'ken', 道: '' }[name.slice(-1)] ?? ''
      const code = `JP-${String(at + 1).padStart(2, '0')}`
      const short = name === '北海道' ? name : name.slice(0, -1)
      const all = [name, short, latin, latin.toUpperCase(), `${latin}-${suffix}`, `${latin} Prefecture`, code]
      for (const each of all) expect(prefectureOf(each), each).toBe(name)
      for (const each of [code, `${latin} Prefecture`])
        expect(readAddress(address('', `${each} X`))?.prefecture, each).toBe(name)
    }
  })

  test.each([
    ['Tōkyō', '東京都'],
    ['Toukyou-to', '東京都'],
    ['TOKYO METROPOLIS', '東京都'],
    ['Ｔｏｋｙｏ', '東京都'],
    ['Tokyo To', '東京都'],
    ['Tokyo,', '東京都'],
    ['Ōsaka-fu', '大阪府'],
    ['Ohsaka', '大阪府'],
    ['Oosaka', '大阪府'],
    ['Hokkaidō', '北海道'],
    ['Gumma', '群馬県'],
    ['Hyōgo-ken', '兵庫県'],
    ['Hukusima', '福島県'],
    ['Aiti', '愛知県'],
    ['Kouchi Pref.', '高知県'],
    ['jp13', '東京都'],
    ['13', '東京都'],
    ['１３', '東京都'],
    [' 東京都\u{e0101} ', '東京都'],
  ])('%j is %s', (typed, name) => {
    expect(prefectureOf(typed)).toBe(name)
  })

  test.each([
    '',
    'Tokio',
    '東京府',
    '大阪都',
    'JP-48',
    'JP-1',
    'JP-00',
    '48',
    '1',
    '113',
    'US-13',
    'Tokyo-ken-shi',
    `Tokyo${' '.repeat(200)}, Japan`,
    '東京Tokyo',
  ])('%j is none', (typed) => {
    expect(prefectureOf(typed)).toBeNull()
  })

  test.each([
    // From wallets.
    [address('Tokyo', 'Shibuya-ku', '1-2-3'), '東京都Shibuya-ku 1-2-3'],
    [address('JP-13', 'Shibuya-ku', 'Jingumae 1-2-3'), '東京都Shibuya-ku Jingumae 1-2-3'],
    [address('Tokyo', '渋谷区', '1-2-3'), '東京都渋谷区1-2-3'],
    // Repeated.
    [address('東京都', '東京都渋谷区', '神宮前1'), '東京都渋谷区神宮前1'],
    [address('東京都', '東京都 東京都渋谷区', '神宮前1'), '東京都渋谷区神宮前1'],
    [address('東京都', '渋谷区', '東京都渋谷区神宮前1'), '東京都渋谷区神宮前1'],
    [address('東京都', '渋谷区', '東京都神宮前1'), '東京都渋谷区神宮前1'],
    [address('東京都', '東京都', '渋谷区神宮前1'), '東京都渋谷区神宮前1'],
    [address('Tokyo', 'Tokyo, Shibuya-ku', '1'), '東京都Shibuya-ku 1'],
    [address('Tokyo', 'Tokyo', 'Shibuya-ku 1'), '東京都Shibuya-ku 1'],
    [address('東京都', 'Tokyo-to Shibuya-ku', '1'), '東京都Shibuya-ku 1'],
    [address('JP-13', 'JP-13 Shibuya-ku', '1'), '東京都Shibuya-ku 1'],
    [address('東京', '東京都渋谷区', '1'), '東京都渋谷区1'],
    [address('Osaka', 'Osaka Prefecture, Osaka-shi', '1'), '大阪府Osaka-shi 1'],
    // In another field, or with the city.
    [address('', '東京都渋谷区', '1'), '東京都渋谷区1'],
    [address('', 'Tokyo Shibuya-ku', '1'), '東京都Shibuya-ku 1'],
    [address('東京都渋谷区', '神宮前', '1'), '東京都渋谷区神宮前1'],
    [address('JP-13 Shibuya-ku', '', '1'), '東京都Shibuya-ku 1'],
    // With the country, and after a Latin city.
    [address('Tokyo, Japan', 'Shibuya-ku', '1-2-3'), '東京都Shibuya-ku 1-2-3'],
    [address('東京都、日本', '渋谷区', '1'), '東京都渋谷区1'],
    [address('Tokyo', 'Shibuya-ku, Japan', '1'), '東京都Shibuya-ku 1'],
    [address('', 'Shibuya-ku, Tokyo', '1'), '東京都Shibuya-ku 1'],
    [address('', 'Shibuya-ku Tokyo', '1'), '東京都Shibuya-ku 1'],
    [address('', 'Shibuya, Tokyo', '1'), '東京都Shibuya 1'],
    [address('Shibuya-ku, Tokyo', '', '1'), '東京都Shibuya-ku 1'],
    [address('', 'Shibuya-ku, Tokyo, JP', '1'), '東京都Shibuya-ku 1'],
    [address('Tokyo', 'Shibuya-ku, Tokyo', '1'), '東京都Shibuya-ku 1'],
    [address('東京都', 'Shibuya-ku, Tokyo-to, Tokyo', '1'), '東京都Shibuya-ku 1'],
    [address('', '渋谷区 東京都', '1'), '東京都渋谷区1'],
    [address('', 'Osaka-shi, Osaka', '1'), '大阪府Osaka-shi 1'],
    [address('', 'Kita-ku, Osaka City, Osaka', '1'), '大阪府Kita-ku, Osaka City 1'],
    [address('', 'Shimogyo-ku, Kyoto Prefecture', '1'), '京都府Shimogyo-ku 1'],
    // A city or street of that name is none.
    [address('Tokyo', 'Nishi Tokyo', '1'), '東京都Nishi Tokyo 1'],
    [address('Osaka', 'Kita-ku, Osaka', '1'), '大阪府Kita-ku, Osaka 1'],
    [address('広島県', '広島市', '中区1'), '広島県広島市中区1'],
    [address('Osaka', 'Osaka Kita-ku', '1'), '大阪府Osaka Kita-ku 1'],
    [address('Kyoto', 'Kyoto', 'Shimogyo-ku 1'), '京都府Kyoto Shimogyo-ku 1'],
    [address('神奈川県', '横浜市神奈川区', '神奈川 1-2'), '神奈川県横浜市神奈川区神奈川 1-2'],
    [address('東京都', '渋谷区', '渋谷区立神宮前1'), '東京都渋谷区渋谷区立神宮前1'],
    [address('東京都', '渋谷区', '13 Jingumae'), '東京都渋谷区13 Jingumae'],
  ])('%j', (typed, place) => {
    expect(placeOf(typed)).toBe(place)
    expect(beginsWithPrefecture(place)).toBe(true)
  })

  test.each([
    [address('Tokio', 'Shibuya-ku', '1-2'), 'Tokio Shibuya-ku 1-2'],
    [address('', 'Osaka Kita-ku', '1-2'), 'Osaka Kita-ku 1-2'],
    [address('', 'Kita-ku, Osaka', '1-2'), 'Kita-ku, Osaka 1-2'],
    [address('', 'Nishi Tokyo', '1-2'), 'Nishi Tokyo 1-2'],
    // Longer than any is, and not looked through.
    [address('', `${'あ'.repeat(200)}, Tokyo-to`, '1-2'), `${'あ'.repeat(200)}, Tokyo-to 1-2`],

    [address('Japan', 'Shibuya-ku', '1-2'), 'Japan Shibuya-ku 1-2'],
    [address('Tokyo', 'Osaka-shi, Osaka', '1-2'), 'Tokyo Osaka-shi, Osaka 1-2'],
    [address('', '渋谷区', '1-2'), '渋谷区1-2'],
    [address('東京都', '大阪府大阪市', '1-2'), '東京都大阪府大阪市1-2'],
    [address('Tokyo', 'Osaka-fu Osaka-shi', '1-2'), 'Tokyo Osaka-fu Osaka-shi 1-2'],
    [address('東京都', 'Osaka-fu Osaka-shi', '1-2'), '東京都Osaka-fu Osaka-shi 1-2'],
  ])('what cannot be read, or names two, stays as it was typed: %j', (typed, place) => {
    expect(readAddress(typed)).toBeNull()
    expect(placeOf(typed)).toBe(place)
    expect(beginsWithPrefecture(place)).toBe(false)
  })
})
