import { z } from 'zod'
import { ordersWithIds } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { inDays } from './found-orders.queries.server.ts'
import {
  type FileOf,
  idsNumbered,
  idsOfList,
  isNamedInLog,
  isTooMany,
  lackingSigns,
  orderExport,
} from './order-file.queries.server.ts'
import {
  type FileEncoding,
  type FileFilter,
  type FileRows,
  fileEncodings,
  fileRows,
  mostLackingNamed,
  orderFileFacts,
  orderFileRefusals,
} from './order-file.rules.ts'

interface FileForm extends FileOf {
  readonly rows: FileRows
  readonly encoding: FileEncoding
  /** Made ready before the transaction. */
  readonly found?: {
    readonly count: number
    /** Numbers, where the filter alone does not say which. */
    readonly named: readonly string[] | null
    readonly lacking: { readonly orders: readonly string[]; readonly signs: readonly string[] }
  }
}

const orderFileSubject = { kind: 'order-file', name: '注文のファイル' } as const

const answer = z.object({
  id: z.string(),
  count: z.number(),
  /** Orders with signs that the file's encoding lacks: the first of them, and how many. */
  lacking: z.object({ orders: z.array(z.string()), count: z.number(), signs: z.string() }),
})

export type WrittenFile = z.infer<typeof answer>

const filterOf = ({ filter: { state, from, to, narrow } }: FileForm): FileFilter => ({
  state,
  filters: { ...narrow, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) },
})

/**
 * Writes the orders of a list, or the marked ones, into a file for other programs, without those of a former demo. The log keeps which
 * filter it was; of a search, whose words may be a name, and of marks it keeps the orders.
 */
export const exportOrders = defineAct({
  name: orderExport,
  words: '注文をファイルに書き出しました',
  subject: orderFileSubject,
  facts: orderFileFacts,
  who: 'owner',
  confirms: true,
  form: ({ form, at }: Opened<FileOf>): Read<FileForm> =>
    ok({
      ...at,
      rows: fileRows.find((each) => each === fieldOf(form, 'rows')) ?? 'orders',
      encoding: fileEncodings.find((each) => each === fieldOf(form, 'encoding')) ?? 'utf-8',
    }),
  refusals: orderFileRefusals,
  content: ({ marked, filter, rows, encoding }: FileForm) => ({ marked, filter, rows, encoding }),
  answer,
  prepare: async ({ ctx, form }) => {
    const { marked, encoding } = form
    const filter = inDays(form.filter, ctx.now())
    const listed =
      marked === null ? await idsOfList(ctx, filter) : { ids: await idsNumbered(ctx, marked), isMore: false }
    const { ids, isMore } = listed
    if (ids.length === 0) return refused('nothing')
    if (isTooMany({ marked, filter }, ids.length, isMore)) return refused('too-many')
    const named = isNamedInLog({ marked, filter })
      ? (await ordersWithIds(ctx.db, ids)).map(({ number }) => number)
      : null
    const lacking = encoding === 'utf-8' ? { orders: [], signs: [] } : await lackingSigns(ctx.db, ids)
    return ok({ ...form, filter, found: { count: ids.length, named, lacking } })
  },
  run: async (...[, { form }]) => {
    const { requestId, rows, encoding, found } = form
    if (found === undefined) return refused('nothing')
    const { count, named, lacking } = found
    const { orders, signs } = lacking
    return ok({
      answer: {
        ...{ id: requestId, count },
        lacking: {
          orders: orders.slice(0, mostLackingNamed),
          count: orders.length,
          signs: signs.slice(0, 100).join(''),
        },
      },
      subject: subjectOf(orderFileSubject),
      after: { count, rows, encoding, ...(named === null ? { filter: filterOf(form) } : { orders: named }) },
    })
  },
})
