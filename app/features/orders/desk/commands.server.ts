import { isDeepStrictEqual } from 'node:util'
import { isShopOwner } from '~/kernel/actor.ts'
import { wordFact } from '~/kernel/facts.ts'
import { versionOf } from '~/kernel/form.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { addressLabels, presentAddress } from '../address.rules.ts'
import { orderForAct } from '../commands.server.ts'
import { orderSubject } from '../facts.rules.ts'
import { orderSearchText } from '../list.queries.server.ts'
import { addressChangedMail } from '../mails.rules.ts'
import { moneyOfOrder } from '../money.queries.server.ts'
import { isGivenBack } from '../money.rules.ts'
import { orderBy } from '../queries.server.ts'
import { orderNumberTyped } from '../rules.ts'
import { putOrderSearch } from '../search.commands.server.ts'
import { type DeskRefusal, deskRefusals, mostNotes } from '../texts.ts'
import type { DeliveryAddress, Order } from '../types.ts'
import { readAddressForm, readNoteForm } from './form.server.ts'
import { isSeen } from './page.queries.server.ts'

/** Names the order in any spelling. */
interface OrderPage {
  readonly number: string
}

const whyItStays = async (
  trx: AppTransaction,
  { id, state, shippedAt, cancelledAt }: Order,
): Promise<DeskRefusal | undefined> => {
  if (shippedAt !== null) return 'shipped'
  if (cancelledAt !== null) return 'cancelled'
  if (state !== 'paid') return 'unpaid'
  return isGivenBack(await moneyOfOrder(trx, id)) ? 'cancelled' : undefined
}

interface VersionedForm extends OrderPage {
  /** Version of the order shown by the form; null on the command line. */
  readonly version: number | null
}

export interface AddressForm extends VersionedForm {
  readonly address: DeliveryAddress
  readonly phone: string
  readonly mails: boolean
}

/** Corrects recipient and address of a paid order before shipping (N13). */
export const correctAddress = defineAct({
  name: 'order.address',
  words: 'お届け先を直しました',
  subject: orderSubject,
  facts: addressLabels,
  who: 'owner',
  packersSee: true,
  form: ({ form, at: { number } }: Opened<OrderPage>): Read<AddressForm> => {
    const read = readAddressForm(form)
    if (!read.ok) return read
    const { phone, ...address } = read.value
    const mails = form.get('mails') === '1'
    return ok({ version: versionOf(form), number: orderNumberTyped(number), address, phone, mails })
  },
  refusals: deskRefusals,
  answer: noAnswer,
  present: async ({ at, ctx }) => {
    const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(at.number))
    return order && presentAddress({ ...order.customer, version: order.version })
  },
  run: async (trx, { ctx, form }) => {
    const found = await orderForAct(trx, form.number, null)
    if (!found.ok) return found
    const order = found.value
    // Before the version: no second press corrects it either.
    const refusal = await whyItStays(trx, order)
    if (refusal !== undefined) return refused(refusal)
    if (form.version !== null && form.version !== order.version) return refused('stale')
    const { address, phone, mails } = form
    const customer = { ...order.customer, address, phone }
    // The provider writes +8190…, the form 090…; that alone is not a change.
    const before = { ...order.customer.address, phone: domesticPhone(order.customer.phone ?? '') || null }
    const after = { ...address, phone }
    if (isDeepStrictEqual(before, after)) return refused('unchanged')
    const version = order.version + 1
    await trx
      .updateTable('orders')
      .set({
        shippingAddress: JSON.stringify(address),
        customerPhone: phone,
        addressChangedAt: ctx.now(),
        searchText: orderSearchText({ ...order, customer }),
        version,
      })
      .where('id', '=', order.id)
      .execute()
    await putOrderSearch(trx, order.id)
    if (mails && order.customer.email !== null)
      await enqueueMail(ctx, trx, addressChangedMail({ ...order, customer, version }, ctx))
    return ok({ answer: null, subject: subjectOf(orderSubject, order.id), before, after })
  },
})

interface NoteForm extends OrderPage {
  readonly text: string
}

/** Adds a note to an order that this person may see (N12). */
export const writeNote = defineAct({
  name: 'order.note',
  words: 'メモを書きました',
  subject: orderSubject,
  facts: { note: 'メモ' },
  who: 'anybody',
  packersSee: true,
  form: ({ form, at: { number } }: Opened<OrderPage>): Read<NoteForm> => {
    const read = readNoteForm(form)
    return read.ok ? ok({ number: orderNumberTyped(number), ...read.value }) : read
  },
  refusals: deskRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, actor, form: { number, text } }) => {
    const found = await orderForAct(trx, number, null)
    if (!found.ok) return found
    const { id } = found.value
    const role = isShopOwner(actor) ? 'owner' : 'packer'
    if (!(await isSeen(trx, found.value, { role }, ctx.now()))) return refused('not-found')
    const there = await trx
      .selectFrom('orderNote')
      .select('id')
      .where('orderId', '=', id)
      .limit(mostNotes)
      .execute()
    if (there.length === mostNotes) return refused('too-many-notes')
    const note = { id: ctx.newId(), orderId: id, writtenAt: ctx.now(), text }
    await trx
      .insertInto('orderNote')
      .values({ ...note, writtenBy: actor.kind === 'desk' ? actor.name : '' })
      .execute()
    await putOrderSearch(trx, id)
    return ok({ answer: null, subject: subjectOf(orderSubject, id), after: { note: text } })
  },
})

interface NotePricesForm extends OrderPage {
  readonly hides: boolean
}

/** Leaves the prices out of an order's delivery note, as for a gift, or puts them back (N97). */
export const setNotePrices = defineAct({
  name: 'order.note-prices',
  words: '納品書に金額を載せるかを決めました',
  subject: orderSubject,
  facts: { prices: wordFact('納品書の金額', { true: '載せる', false: '載せない' }) },
  who: 'anybody',
  form: ({ form, at: { number } }: Opened<OrderPage>): Read<NotePricesForm> =>
    ok({ number: orderNumberTyped(number), hides: form.get('hides') === '1' }),
  refusals: deskRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, actor, form: { number, hides } }) => {
    const found = await orderForAct(trx, number, null)
    if (!found.ok) return found
    const { id } = found.value
    const role = isShopOwner(actor) ? 'owner' : 'packer'
    if (!(await isSeen(trx, found.value, { role }, ctx.now()))) return refused('not-found')
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ noteHidesPrices: hides ? 1 : 0 })
      .where('id', '=', id)
      .where('noteHidesPrices', '!=', hides ? 1 : 0)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return refused('unchanged')
    return ok({
      answer: null,
      subject: subjectOf(orderSubject, id),
      before: { prices: hides },
      after: { prices: !hides },
    })
  },
})
