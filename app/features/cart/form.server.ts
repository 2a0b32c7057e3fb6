import { z } from 'zod'
import { productNumber } from '~/features/products/rules.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'

const mostNumbers = 99

const numbersSchema = z.array(z.string().min(1).max(64)).min(1)

export const numberRefusals = {
  'too-many': `一度にお調べできる商品は${mostNumbers}種類までです。`,
  'bad-numbers': '商品番号の指定が正しくありません。',
}

/** `?number=…` in the shop's spelling, without repeats; refuses none, texts over 64 characters, and more than a cart holds (S3). */
export const requestedNumbers = (
  parameters: URLSearchParams,
): Result<string[], keyof typeof numberRefusals> => {
  const asked = parameters.getAll('number')
  if (asked.length > mostNumbers) return refused('too-many')
  const parsed = numbersSchema.safeParse(asked)
  if (!parsed.success) return refused('bad-numbers')
  return ok([...new Set(parsed.data.flatMap((number) => productNumber(number) ?? []))])
}
