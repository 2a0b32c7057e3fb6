import { disputePhase, isGivenBack, type OrderMoney, openDisputes } from '~/features/orders/money.rules.ts'
import { hasReceipts } from '~/features/orders/rules.ts'
import { isUnsettled } from '~/features/orders/standing.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { addressedName } from '~/kernel/honorific.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, oneLine, withoutInvisible } from '~/kernel/text.ts'

/** Of 宛名, in characters. */
export const longestNameLine = 40

/** So many name lines a document of an order may have. */
export const mostRevisions = 10

/** A statement of a refund is about one; a receipt about its order. */
export type ReceiptKind = 'receipt' | 'refund_note'

export const kindNames: Readonly<Record<ReceiptKind, string>> = {
  receipt: '領収書',
  refund_note: '返金明細書',
}

/** What is asked to be issued: `refundId` '' for the receipt of the order. */
export interface WantedReceipt {
  readonly refundId: string
  /** As it was typed. */
  readonly nameLine: string
}

/** An issued document as lists show it; times in epoch ms. */
export interface IssuedReceipt {
  readonly number: number
  readonly revision: number
  readonly kind: ReceiptKind
  readonly refundId: string
  readonly nameLine: string
  readonly issuedAt: number
  readonly issuedBy: string
  /** When it was first opened to be printed; null before. */
  readonly printedAt: number | null
}

/** A succeeded refund, with the statements that were issued of it. */
export interface RefundToState {
  readonly id: string
  /** Yen. */
  readonly amount: number
  /** Epoch ms. */
  readonly at: number
  readonly issued: readonly IssuedReceipt[]
}

export type ReceiptHindrance = 'unpaid' | 'practice' | 'review' | 'disputed' | 'given-back'

/** What the page of an order's receipts shows. */
export interface ReceiptSheet {
  readonly number: string
  readonly version: number
  /** All documents, oldest first: also the statement of a refund that failed in the end. */
  readonly issued: readonly IssuedReceipt[]
  /** Oldest first. */
  readonly receipts: readonly IssuedReceipt[]
  readonly refunds: readonly RefundToState[]
  /** Why no receipt is issued; null where one is. */
  readonly hindrance: ReceiptHindrance | null
  /** Whether another name line may be issued. */
  readonly mayRevise: boolean
  /** What the field begins with. */
  readonly nameLine: string
}

/** NFC, one line, without what nobody sees (M20); '' is no name, and refused where it is too long. */
export const nameLineTyped = (typed: string): Result<string, 'name-too-long'> => {
  const line = oneLine(withoutInvisible(oneLine(typed))).normalize('NFC')
  if (!isVisible(line)) return ok('')
  return codePointLength(line) > longestNameLine ? refused('name-too-long') : ok(line)
}

/** Names of organisations, which are addressed with 御中. */
const organisation = /会社|法人|組合|協会|[㈱㈲]|[（(][株有][）)]|学校|学園|大学|幼稚園|保育園|病院/u

/** An honorific without a name, which is no name. */
const alone = /^(?:様|御中|先生|殿|さま|各位)$/u

/** Honorifics that are typed on receipts alone: 御中 before a department, 各位, and さま behind a space, for it also ends names. */
const typedOtherwise = /御中|.各位$|.\sさま$/u

/**
 * 宛名 as a receipt has it: what was typed with its honorific stays, an organisation gets 御中, anybody else 様 (M20); 様 alone is the
 * place of a name, as an empty line has it.
 */
export const addressedTo = (nameLine: string): { readonly name: string; readonly honorific: string } => {
  if (alone.test(nameLine)) return { name: '', honorific: nameLine }
  if (addressedName(nameLine).isTyped || typedOtherwise.test(nameLine))
    return { name: nameLine, honorific: '' }
  return { name: nameLine, honorific: organisation.test(nameLine) ? '御中' : '様' }
}

/** 000012, and 000012-2 for its second revision. */
export const documentNumber = ({ number, revision }: Pick<IssuedReceipt, 'number' | 'revision'>): string =>
  `${String(number).padStart(6, '0')}${revision === 1 ? '' : `-${revision}`}`

/** 領収書 000012 */
export const documentName = (receipt: Pick<IssuedReceipt, 'kind' | 'number' | 'revision'>): string =>
  `${kindNames[receipt.kind]} ${documentNumber(receipt)}`

/** Number and revision of `documentNumber`; undefined for any other text. */
export const documentTyped = (
  text: string,
): { readonly number: number; readonly revision: number } | undefined => {
  const [, number, revision = '1'] = /^(\d{6,9})(?:-([1-9]\d?))?$/.exec(text) ?? []
  if (number === undefined) return undefined
  const typed = { number: Number(number), revision: Number(revision) }
  return documentNumber(typed) === text ? typed : undefined
}

/** So long the first print may be loaded again: a phone loads a page anew by itself. */
const firstPrintMs = 86_400_000

/** Whether a document that was opened to be printed may still be shown as its first print (M23). */
export const isFirstPrint = ({ printedAt }: Pick<IssuedReceipt, 'printedAt'>, now: number): boolean =>
  printedAt !== null && now - printedAt < firstPrintMs

/** In the place of a document's number in its address: how the receipt of a practice order would look. */
export const sampleInAddress = 'sample'

/** No document has it. */
export const sampleNumber = 0

type ReceiptOrder = Pick<
  Order,
  'state' | 'practice' | 'paidAt' | 'cancelledAt' | 'reviewReason' | 'settledAt'
>

/** Why no receipt is issued of an order (M19); undefined where one is. A document that was issued before stays. */
export const receiptHindrance = (order: ReceiptOrder, money: OrderMoney): ReceiptHindrance | undefined => {
  if (order.practice) return 'practice'
  if (!hasReceipts(order)) return 'unpaid'
  if (isUnsettled(order)) return 'review'
  const isLost = money.disputes.some(({ status }) => disputePhase(status) === 'lost')
  if (isLost || openDisputes(money).length > 0) return 'disputed'
  return order.cancelledAt !== null || isGivenBack(money) ? 'given-back' : undefined
}
