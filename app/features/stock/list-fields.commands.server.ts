import { setImmediate } from 'node:timers/promises'
import { mostMarked } from '~/kernel/desk-list.ts'
import { textsOf } from '~/kernel/form.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Doing, defineSeveral, type Opened, type Read } from '~/server/desk-act.ts'
import { setLowAt } from './ending.commands.server.ts'
import { readLowAtTyped } from './form.server.ts'
import {
  type ChangedFields,
  lowAtField,
  readShown,
  reorderField,
  type ShownFields,
} from './list-fields.rules.ts'
import { measuresAt } from './queries.server.ts'
import { setReorder } from './reordering.commands.server.ts'
import { readReorder } from './shelf.rules.ts'

interface FieldsForm {
  readonly rows: readonly ChangedFields[]
}

const isTouched = (typed: string | undefined, shown: string): typed is string =>
  typed !== undefined && typed.trim() !== shown

const readRow = async (
  ctx: Pick<AppContext, 'db' | 'settings'>,
  texts: ReadonlyMap<string, string>,
  { number, version, ...shown }: ShownFields,
): Promise<Result<ChangedFields | null, Readonly<Record<string, string>>>> => {
  const [low, ordered] = [texts.get(lowAtField(number)), texts.get(reorderField(number))]
  const lowAt = isTouched(low, shown.lowAt) ? readLowAtTyped(low) : null
  const stock = isTouched(ordered, shown.reorder) ? await measuresAt(ctx.db, number) : undefined
  const units = stock && readReorder(ordered ?? '', stock, ctx.settings.joined)
  const errors = {
    ...(lowAt?.ok === false ? { [lowAtField(number)]: lowAt.error } : {}),
    ...(units?.ok === false ? { [reorderField(number)]: units.error } : {}),
  }
  if (Object.keys(errors).length > 0) return refused(errors)
  if (!lowAt?.ok && !units?.ok) return ok(null)
  return ok({
    ...{ number, version },
    ...(lowAt?.ok ? { lowAt: lowAt.value } : {}),
    ...(units?.ok ? { units: units.value } : {}),
  })
}

const leftBecause = (what: string): LeftOut => ({
  what,
  why: 'ほかの画面で先に変わったか、もう数えていません',
  whatToDo: 'いまの数を確かめて、もう一度保存してください。',
})

/**
 * 保存する of the list of the stock: the fields of its products that were changed in their place, each by its own act; a row that another
 * screen has changed meanwhile is left out and named (N90).
 */
export const saveStockFields = defineSeveral({
  who: 'owner',
  form: async ({ form, ctx }: Opened<unknown>): Promise<Read<FieldsForm>> => {
    const texts = textsOf(form)
    const rows: ChangedFields[] = []
    let errors: Readonly<Record<string, string>> = {}
    for (const text of form.getAll('shown').slice(0, mostMarked)) {
      const shown = typeof text === 'string' ? readShown(text) : null
      const row = shown === null ? ok(null) : await readRow(ctx, texts, shown)
      if (!row.ok) errors = { ...errors, ...row.error }
      else if (row.value !== null) rows.push(row.value)
    }
    return Object.keys(errors).length > 0 ? refused(errors) : ok({ rows })
  },
  refusals: {},
  run: async ({
    ctx,
    actor,
    form: { requestId, rows },
  }: Doing<FieldsForm>): Promise<{ readonly left: LeftOut[] }> => {
    const left: LeftOut[] = []
    for (const [at, { number, version, lowAt, units }] of rows.entries()) {
      const form = (field: string) => ({ requestId: `${requestId} ${at} ${field}`, number })
      const low =
        lowAt === undefined ? null : await setLowAt(ctx, actor, { ...form('low-at'), version, lowAt })
      const next = low === null ? version : version + 1
      const ordered =
        units === undefined || low?.ok === false
          ? null
          : await setReorder(ctx, actor, { ...form('reorder'), version: next, units })
      if (low?.ok === false || ordered?.ok === false) left.push(leftBecause(number))
      // Others are served in between.
      await setImmediate()
    }
    return { left }
  },
})
