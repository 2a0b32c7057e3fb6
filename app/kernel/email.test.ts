import { expect, test } from 'vitest'
import { isEmail, readEmail } from './email.ts'

test.each<[string, string]>([
  ['Hanako@Example.COM', 'hanako@example.com'],
  ['　hana@example.com ', 'hana@example.com'],
  ['ｈａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'hana@example.com'],
  ["o'hana+nuno@mail.example.co.jp", "o'hana+nuno@mail.example.co.jp"],
  ['foo..bar@docomo.ne.jp', 'foo..bar@docomo.ne.jp'],
  ['foo.@ezweb.ne.jp', 'foo.@ezweb.ne.jp'],
  ['.foo...@biz.ezweb.ne.jp', '.foo...@biz.ezweb.ne.jp'],
  ['foo.@au.com', 'foo.@au.com'],
  ['a..b@t.vodafone.ne.jp', 'a..b@t.vodafone.ne.jp'],
  ['a..b@softbank.ne.jp', 'a..b@softbank.ne.jp'],
  ['a..b@jp-t.ne.jp', 'a..b@jp-t.ne.jp'],
  ['"Foo..bar"@docomo.ne.jp', 'foo..bar@docomo.ne.jp'],
  ['-foo/bar?@docomo.ne.jp', '-foo/bar?@docomo.ne.jp'],
  ['ha\u200bna@example.com\ufeff', 'hana@example.com'],
  ['', 'email_missing'],
  ['\u200b', 'email_missing'],
  ['...@docomo.ne.jp', 'email_invalid'],
  ['foo.@docomo..ne.jp', 'email_invalid'],
  ['foo.bar@y-mobile.ne.jp', 'foo.bar@y-mobile.ne.jp'],
  ['foo.bar@uqmobile.jp', 'foo.bar@uqmobile.jp'],
  ['foo..bar@y-mobile.ne.jp', 'email_invalid'],
  ['foo.@uqmobile.jp', 'email_invalid'],
  ['foo.@xdocomo.ne.jp', 'email_invalid'],
  ['foo.@docomo.ne.jp.example.com', 'email_invalid'],
  [`a${'.'.repeat(64)}@docomo.ne.jp`, 'email_invalid'],
  ['a.@example.com', 'email_invalid'],
  ['"a..b"@example.com', 'email_invalid'],
  ['"a b"@docomo.ne.jp', 'email_invalid'],
  ['"a..b@docomo.ne.jp', 'email_invalid'],
  ['hanako', 'email_invalid'],
  ['hana@localhost', 'email_invalid'],
  ['a..b@example.com', 'email_invalid'],
  ['.a@example.com', 'email_invalid'],
  ['a@-example.com', 'email_invalid'],
  ['a@example.com,b@example.com', 'email_invalid'],
  ['a@example.com\r\nBcc: b@example.com', 'email_invalid'],
  ['Hana <a@example.com>', 'email_invalid'],
  [`${'a'.repeat(65)}@example.com`, 'email_invalid'],
  [`a@${'b.'.repeat(130)}com`, 'email_invalid'],
])('N62: an e-mail address %j: %s', (typed, kept) => {
  const email = readEmail(typed)
  expect(email.ok ? email.value : email.error).toBe(kept)
})

test('N62: an address of the settings is one as it stands', () => {
  expect(['Shop@Example.com', 'shop..x@docomo.ne.jp'].map(isEmail)).toEqual([true, true])
  expect([' shop@example.com', '"a..b"@docomo.ne.jp', 'ｓhop@example.com', ''].map(isEmail)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
