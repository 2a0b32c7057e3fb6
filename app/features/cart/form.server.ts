import { z } from 'zod'
import { productNumber } from '~/features/products/rules.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'

const mostNumbers = 99

const numbersSchema = z.array(z.string().min(1).max(64)).min(1)

export const numberRefusals = {
  'too-many': `一度にお調べできる商品は${mostNumbers}種類までです。`,
  'bad-numbers': '商品番号の指定が正しくありません。',
}

/**
 * The numbers of `?number=…&number=…` in the shop's spelling, without repeats and without what cannot be a number. Refuses an empty
 * list, more than a cart can hold (S3) and texts of over 64 characters.
 */
export const requestedNumbers = (
  parameters: URLSearchParams,
): Result<string[], keyof typeof numberRefusals> => {
  const asked = parameters.getAll('number')
  if (asked.length > mostNumbers) return refused('too-many')
  const parsed = numbersSchema.safeParse(asked)
  if (!parsed.success) return refused('bad-numbers')
  return ok([...new Set(parsed.data.flatMap((number) => productNumber(number) ?? []))])
}
