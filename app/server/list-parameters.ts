import { z } from 'zod'
import { mostCards } from '../kernel/list-address.ts'

/** The `count` of a list's address: a multiple of the page's size up to 600, one page where it is left out. */
export const cardCount = (pageSize: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .refine((count) => count % pageSize === 0 && count <= mostCards)
    .default(pageSize)

/** The parameters called `names`, without those that are left out; null when one of them stands twice. */
export const onceEach = (
  parameters: URLSearchParams,
  names: readonly string[],
): Readonly<Record<string, string>> | null => {
  const given = [...parameters].filter(([name]) => names.includes(name))
  const once = Object.fromEntries(given)
  return Object.keys(once).length === given.length ? once : null
}
