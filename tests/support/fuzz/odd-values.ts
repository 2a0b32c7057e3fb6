import type { Draw } from '../numbers-from.ts'

/** Texts that fields, parameters and parts of paths do not expect; `\ud800` stands alone, as no valid text has it. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  '　',
  '0',
  '-1',
  '-0',
  '1e999',
  '1e21',
  '0x10',
  '１２',
  '1,000',
  '9007199254740993',
  '2147483648',
  '-9223372036854775809',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202etxt.exe',
  '\ufeff',
  'e\u0301'.repeat(100),
  '👩‍👩‍👧‍👦'.repeat(40),
  'あ'.repeat(5_000),
  'a'.repeat(20_000),
  'ﷺ'.repeat(300),
  '\r\nSet-Cookie: owner=1\r\n\r\n<p>',
  'a\rb\nc\u2028d',
  "' or '1'='1",
  "'; drop table member;--",
  '" or 1=1 union select 1,2,3--',
  '%',
  '_',
  '*',
  '%%%___',
  '\\',
  '"',
  '"a',
  'a"*^:()-+~',
  '(((((((((((((((((((((',
  '[',
  '{"$gt":""}',
  '{{7*7}}',
  '${' + '7*7}',
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest/meta-data/',
  'https://a:b@evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'http://[::1',
  'https://xn--/',
  'file:///etc/passwd',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff',
  '%',
  'a@b',
  'a@b.example\r\nBcc: c@d.example',
  `${'a'.repeat(300)}@demo.example`,
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '-271821-04-20',
  '+275761-01-01',
  '2026-11-24T99:99',
  '00000000-0000-0000-0000-000000000000',
  'F-1001',
  'K-1',
  'f-1001 ',
  'a,b,,c',
  Array.from({ length: 1_200 }, (_, at) => `F-${at}`).join(','),
  'owner@demo.example',
  'x'.repeat(43),
]

const signs = [
  'a',
  '0',
  'あ',
  '\0',
  '\ud83d',
  "'",
  '"',
  '<',
  '%',
  '\\',
  '/',
  '.',
  ';',
  '\n',
  '\u0300',
  '＼',
  '🧵',
]

/** An odd text of the list, a random one, or one that the shop itself has shown (`known`). */
export const oddText = (draw: Draw, known: readonly string[] = []): string => {
  const kind = draw(10)
  if (kind < 2 && known.length > 0) return known[draw(known.length)] ?? ''
  if (kind < 3) return Array.from({ length: 1 + draw(30) }, () => signs[draw(signs.length)]).join('')
  return oddTexts[draw(oddTexts.length)] ?? ''
}

/** As `encodeURIComponent`, which throws at a lone surrogate: that is written as the three bytes it would have. */
export const encoded = (text: string): string =>
  [...text]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(sign)
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      return bytes.map((byte) => `%${byte.toString(16)}`).join('')
    })
    .join('')

const deep = (draw: Draw, depth: number): unknown => {
  switch (draw(depth > 3 ? 6 : 9)) {
    case 0:
      return null
    case 1:
      return draw(2) === 0
    case 2:
      return [-1, 0.1, 1e308, -0, 2 ** 53, 99_999_999_999][draw(6)]
    case 3:
    case 4:
    case 5:
      return oddText(draw)
    case 6:
      return Array.from({ length: draw(5) }, () => deep(draw, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: draw(4) }, () => [oddText(draw).slice(0, 200), deep(draw, depth + 1)]),
      )
  }
}

/** A value of any type that JSON knows. */
export const oddValue = (draw: Draw): unknown => deep(draw, 0)
