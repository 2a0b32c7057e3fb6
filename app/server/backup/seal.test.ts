import { expect, test } from 'vitest'
import { newKey, paperKey } from './seal.ts'

test('D24: the paper key is read in any case, with blanks, dashes, full-width signs and line breaks', async () => {
  const { secret } = await newKey()
  const groups = (secret.match(/.{1,8}/g) ?? []).join(' ')
  const fullWidth = secret.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  for (const typed of [
    secret,
    secret.toLowerCase(),
    ` ${groups}\n`,
    groups.replaceAll(' ', '\r\n'),
    groups.replaceAll(' ', '-'),
    secret.replaceAll('-', 'ー'),
    secret.replaceAll('-', '－'),
    secret.replaceAll('-', ' '),
    fullWidth,
    fullWidth.toLowerCase(),
  ])
    expect(paperKey(typed), typed).toBe(secret)
})
