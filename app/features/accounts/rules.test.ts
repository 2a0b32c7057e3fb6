import { expect, test } from 'vitest'
import { deviceName } from './rules.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit}`
const ipad = `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webKit}`
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)`
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, 'iPhone・Safari'],
  [`${iphone} CriOS/137.0 Mobile/15E148 Safari/604.1`, 'iPhone・Chrome'],
  [`${iphone} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`, 'iPhone・Firefox'],
  [`${iphone} EdgiOS/137.0 Version/18.0 Mobile/15E148 Safari/604.1`, 'iPhone・Edge'],
  [`${iphone} Mobile/15E148 Safari Line/15.8.0`, 'iPhone・LINE'],
  [`${iphone} Mobile/15E148 Instagram 385.0 (iPhone16,1)`, 'iPhone・Instagram'],
  [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/516.0]`, 'iPhone・Facebook'],
  [`${ipad} Version/18.5 Mobile/15E148 Safari/604.1`, 'iPad・Safari'],
  [`${mac} ${webKit} Version/18.5 Safari/605.1.15`, 'Mac・Safari'],
  [`${mac} ${blink} Chrome/137.0.0.0 Safari/537.36`, 'Mac・Chrome'],
  [`${windows} ${blink} Chrome/137.0.0.0 Safari/537.36`, 'Windows・Chrome'],
  [`${windows} ${blink} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`, 'Windows・Edge'],
  [`${windows} ${blink} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0`, 'Windows・Opera'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:139.0) Gecko/20100101 Firefox/139.0', 'Windows・Firefox'],
  [`${android} ${blink} Chrome/137.0.0.0 Mobile Safari/537.36`, 'Androidスマートフォン・Chrome'],
  [`${android} ${blink} Chrome/137.0.0.0 Safari/537.36`, 'Androidタブレット・Chrome'],
  [
    `${android} ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Androidスマートフォン・Samsungブラウザ',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/137.0.0.0 Safari/537.36`, 'Chromebook・Chrome'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0', 'Linux・Firefox'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['Chrome/137', 'Chrome'],
  ['curl/8.14', '不明な端末'],
  ['', '不明な端末'],
])('A14: %s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
