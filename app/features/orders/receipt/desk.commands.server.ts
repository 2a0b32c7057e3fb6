import { z } from 'zod'
import { orderForAct } from '~/features/orders/commands.server.ts'
import { orderSubject } from '~/features/orders/facts.rules.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import type { Present } from '~/server/merged-form.ts'
import { type IssuedNow, issueDocument, notePrinting } from './commands.server.ts'
import {
  documentName,
  documentTyped,
  type IssuedReceipt,
  nameLineTyped,
  type WantedReceipt,
} from './rules.ts'
import { deskReceiptRefusals, printRefusals } from './texts.ts'

interface DeskReceiptForm extends WantedReceipt {
  readonly number: string
  /** As the form showed it; null for a command on the machine. */
  readonly version: number | null
}

const issuedAnswer: { readonly parse: (kept: unknown) => IssuedNow } = z.object({
  number: z.number(),
  revision: z.number(),
  kind: z.enum(['receipt', 'refund_note']),
})

/** Shown anew: what may be issued, and what it would say, is of the order as it stands now (N84). */
const presentReceipts = async ({
  at: { number },
  ctx: { db },
}: {
  readonly at: { readonly number: string }
  readonly ctx: Pick<AppContext, 'db'>
}): Promise<Present | undefined> => {
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(number))
  return order && { version: order.version, values: {}, labels: {}, isAnew: true }
}

/** Issues a receipt, or the statement of a refund, for a buyer who asks the shop for it (M19); the log names no buyer. */
export const issueReceiptAtDesk = defineAct({
  name: 'order.receipt',
  words: '書類を発行しました',
  subject: orderSubject,
  facts: { receipt: '書類' },
  who: 'owner',
  confirms: true,
  form: ({
    form,
    at: { number },
  }: Opened<{ readonly number: string }>): Read<DeskReceiptForm, 'name-too-long'> => {
    const nameLine = nameLineTyped(fieldOf(form, 'nameLine'))
    if (!nameLine.ok) return nameLine
    return ok({
      number: orderNumberTyped(number),
      version: versionOf(form),
      refundId: fieldOf(form, 'refund', 100),
      nameLine: nameLine.value,
    })
  },
  refusals: deskReceiptRefusals,
  answer: issuedAnswer,
  present: presentReceipts,
  run: async (trx, { ctx, actor, form }) => {
    const found = await orderForAct(trx, form.number, form.version)
    if (!found.ok) return found
    const order = found.value
    const issued = await issueDocument(trx, ctx, actor, order, form)
    if (!issued.ok) return issued
    const { number, revision, kind } = issued.value
    return ok({
      answer: { number, revision, kind },
      subject: subjectOf(orderSubject, order.id),
      after: { receipt: documentName(issued.value) },
    })
  },
})

interface PrintForm {
  readonly number: string
  readonly document: Pick<IssuedReceipt, 'number' | 'revision'>
}

const printedAnswer = z.object({ isFirst: z.boolean() })

/** Opens a document to print it for a buyer who has no screen: of her prints and the buyer's the first alone is no copy (M23). */
export const printReceiptAtDesk = defineAct({
  name: 'order.receipt-print',
  words: '書類を印刷のために開きました',
  subject: orderSubject,
  facts: { receipt: '書類' },
  who: 'owner',
  form: ({ form, at: { number } }: Opened<{ readonly number: string }>): Read<PrintForm, 'not-found'> => {
    const document = documentTyped(fieldOf(form, 'print', 20))
    return document === undefined ? refused('not-found') : ok({ number: orderNumberTyped(number), document })
  },
  refusals: printRefusals,
  answer: printedAnswer,
  run: async (trx, { ctx, form: { number, document } }) => {
    const found = await orderForAct(trx, number, null)
    if (!found.ok) return refused('not-found')
    const noted = await notePrinting(trx, ctx, found.value.id, document)
    if (noted === undefined) return refused('not-found')
    return ok({
      answer: { isFirst: noted.isFirst },
      subject: subjectOf(orderSubject, found.value.id),
      after: { receipt: documentName({ ...document, kind: noted.kind }) },
    })
  },
})
