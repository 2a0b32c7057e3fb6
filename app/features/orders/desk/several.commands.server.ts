import { setImmediate } from 'node:timers/promises'
import { isCarrier } from '~/features/orders/carriers.rules.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import { leftOut } from '~/features/orders/parcel/texts.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import type { deskRefusals } from '~/features/orders/texts.ts'
import { type Marked, marksOf } from '~/kernel/desk-list.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { type Doing, defineSeveral, type Opened, type Read } from '~/server/desk-act.ts'
import { writeNote } from './commands.server.ts'
import { readNoteForm } from './form.server.ts'
import { sendMailAgain } from './mails.commands.server.ts'
import { type AgainKind, againKinds, mostMailedAgain } from './rules.ts'

interface MarkedForm {
  readonly orders: readonly Marked[]
}

/** What a press on several orders did, by their numbers, and what it left out (N90). */
export interface DoneSeveral {
  readonly done: readonly string[]
  readonly left: readonly LeftOut[]
}

const severalRefusals = {
  'nothing-marked': { status: 422, text: '注文が選ばれていません。一覧で選んでください。' },
  'too-many': { status: 422, text: '一度に選べる注文の数を超えています。一覧で選び直してください。' },
} as const

const ordersIn = (form: FormData, most?: number): Result<readonly Marked[], keyof typeof severalRefusals> => {
  const marks = marksOf(form, 'order')
  if (marks === null || (most !== undefined && marks.length > most)) return refused('too-many')
  return marks.length === 0 ? refused('nothing-marked') : ok(marks)
}

type Why = keyof typeof deskRefusals | 'confirm' | 'other-content'

const again = 'いまの内容を確かめてから、もう一度押してください。'

const whyLeft: Readonly<Partial<Record<Why, Omit<LeftOut, 'what'>>>> = {
  'not-found': { why: '見つかりません', whatToDo: '注文の一覧で、いまの状態を確かめてください。' },
  'too-many-notes': { why: 'メモがいっぱいです', whatToDo: '注文のページで、前のメモを確かめてください。' },
  'no-such-mail': {
    why: 'このメールを送れる状態ではありません',
    whatToDo: '注文のページで、送ったメールを確かめてください。',
  },
  'mail-queued': {
    why: '前のメールが、まだ送られる途中です',
    whatToDo: '届くのを待ってから、もう一度お試しください。',
  },
  'other-content': { why: '同じ画面から、別の内容が先に送られています', whatToDo: again },
}

const leftOf = (number: string, why: Why): LeftOut => ({
  what: number,
  ...(whyLeft[why] ?? { why: '変えられませんでした', whatToDo: again }),
})

/** One at a time, each by its own act; others are served in between. */
const each = async <Refusal>(
  orders: readonly Marked[],
  act: (order: Marked) => Promise<Result<unknown, Refusal>>,
  told: (number: string, why: Refusal) => readonly LeftOut[],
): Promise<DoneSeveral> => {
  const done: string[] = []
  const left: LeftOut[] = []
  for (const order of orders) {
    const answer = await act(order)
    if (answer.ok) done.push(order.key)
    else left.push(...told(order.key, answer.error))
    await setImmediate()
  }
  return { done, left }
}

/** Ships the marked orders as they were seen, each by its own act (N14, N85); those without a parcel go by `carrier`. */
export const shipSeveral = defineSeveral({
  who: 'anybody',
  form: ({
    form,
  }: Opened<unknown>): Read<MarkedForm & { readonly carrier: string }, keyof typeof severalRefusals> => {
    const orders = ordersIn(form)
    const carrier = fieldOf(form, 'carrier')
    return orders.ok ? ok({ orders: orders.value, carrier: isCarrier(carrier) ? carrier : '' }) : orders
  },
  refusals: severalRefusals,
  run: ({
    ctx,
    actor,
    form: { requestId, orders, carrier },
  }: Doing<MarkedForm & { readonly carrier: string }>) =>
    each(
      orders,
      ({ key: number, version }) =>
        shipOrder(ctx, actor, {
          requestId: `${requestId}:${number}`,
          ...{ number, version, parcels: [], carrierUnlessKept: carrier },
        }),
      (number, why) => leftOut([{ number, why }]),
    ),
})

/** Writes one note to each of the marked orders. */
export const noteSeveral = defineSeveral({
  who: 'anybody',
  form: ({
    form,
  }: Opened<unknown>): Read<MarkedForm & { readonly text: string }, keyof typeof severalRefusals> => {
    const orders = ordersIn(form)
    if (!orders.ok) return orders
    const read = readNoteForm(form)
    return read.ok ? ok({ orders: orders.value, ...read.value }) : read
  },
  refusals: severalRefusals,
  run: ({ ctx, actor, form: { requestId, orders, text } }: Doing<MarkedForm & { readonly text: string }>) =>
    each(
      orders,
      ({ key: number }) =>
        writeNote(ctx, actor, {
          requestId: `${requestId}:${number}`,
          number: orderNumberTyped(number),
          text,
        }),
      (number, why) => [leftOf(number, why)],
    ),
})

/** Sends the buyers of the marked orders, 50 at most, one mail again with today's content. */
export const mailSeveral = defineSeveral({
  who: 'owner',
  form: ({
    form,
  }: Opened<unknown>): Read<MarkedForm & { readonly kind: AgainKind }, keyof typeof severalRefusals> => {
    const orders = ordersIn(form, mostMailedAgain)
    const kind = againKinds.find((one) => one === fieldOf(form, 'kind')) ?? againKinds[0]
    return orders.ok ? ok({ orders: orders.value, kind }) : orders
  },
  refusals: severalRefusals,
  run: ({
    ctx,
    actor,
    form: { requestId, orders, kind },
  }: Doing<MarkedForm & { readonly kind: AgainKind }>) =>
    each(
      orders,
      ({ key: number }) =>
        sendMailAgain(ctx, actor, {
          requestId: `${requestId}:${number}`,
          number: orderNumberTyped(number),
          kind,
        }),
      (number, why) => [leftOf(number, why)],
    ),
})
