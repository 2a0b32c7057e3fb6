import { fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import type { Read } from '~/server/desk-act.ts'
import type { Measured } from './rules.ts'
import { readShelf } from './shelf.rules.ts'
import { defineStockAct } from './stock-act.server.ts'

interface Reorder {
  /** Null for nothing. */
  readonly units: number | null
}

/** Units of what was typed, in the notation of a shelf; null for nothing. Refuses with a sentence for the user. */
export const readReorder = (
  typed: string,
  stock: Pick<Measured, 'isKit' | 'widthCm'>,
  joined: Joined,
): Result<number | null, string> => {
  if (typed.trim() === '') return ok(null)
  const read = readShelf(typed.slice(0, 100), stock, joined)
  if (!read.ok) return read
  const units = read.value.reduce((sum, piece) => sum + piece.units, 0)
  return ok(units === 0 ? null : units)
}

/** 頼んだ数: how many units are on their way from the supplier, from the moment at which it is written down (K36). */
export const setReorder = defineStockAct<Reorder>({
  name: 'stock.reorder',
  words: '仕入れ先に頼んだ数を書きました',
  done: '頼んだ数を保存しました。',
  who: 'owner',
  form: (form: FormData, stock, { settings }): Read<Reorder> => {
    const read = readReorder(fieldOf(form, 'reorder'), stock, settings.joined)
    return read.ok ? ok({ units: read.value }) : refused({ reorder: read.error })
  },
  step: async ({ trx, row, form: { number, units }, ctx }) => {
    if (row === undefined) return 'not-counted'
    await trx
      .updateTable('stock')
      .set({ reorderedUnits: units, reorderedAt: units === null ? null : ctx.now() })
      .where('number', '=', number)
      .execute()
    return undefined
  },
})
