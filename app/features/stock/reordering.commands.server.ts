import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { Read } from '~/server/desk-act.ts'
import { readReorder } from './shelf.rules.ts'
import { defineStockAct } from './stock-act.server.ts'

interface Reorder {
  /** Null for nothing. */
  readonly units: number | null
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
