import { expect, test } from 'vitest'
import { addressedName, withHonorific } from './honorific.ts'

test.each([
  ['山田 花子', '山田 花子 様'],
  ['株式会社試野 御中', '株式会社試野 御中'],
  ['株式会社試野御中', '株式会社試野御中'],
  ['山田 花子　様', '山田 花子　様'],
  ['山田花子先生 ', '山田花子先生 '],
  ['山田 殿', '山田 殿'],
  ['鵜殿', '鵜殿 様'],
  ['様', '様 様'],
  ['先生', '先生 様'],
  ['かさま', 'かさま 様'],
])('N110: %s is addressed as %s', (typed, addressed) => {
  expect(withHonorific(typed)).toBe(addressed)
})

test.each([
  ['山田 花子', '山田 花子', '様'],
  ['株式会社試野 御中', '株式会社試野', '御中'],
  ['山田花子様', '山田花子', '様'],
  ['山田　花子　先生', '山田　花子', '先生'],
  ['山田 殿', '山田', '殿'],
])('N110: %s is %s and %s on a label', (typed, name, honorific) => {
  expect(addressedName(typed)).toMatchObject({ name, honorific })
})
