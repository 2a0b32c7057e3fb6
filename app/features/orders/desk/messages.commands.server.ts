import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, plainLines } from '~/kernel/text.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { countedFor, countTryWithin } from '~/server/rate-limit.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import { orderForAct } from '../commands.server.ts'
import { orderSubject } from '../facts.rules.ts'
import { isWrittenTo, orderNumberTyped } from '../rules.ts'
import { messageTemplates, presentTemplates } from './messages.queries.server.ts'
import {
  longestMessage,
  messageMail,
  messageRefusals,
  messagesPerDay,
  messageTooLong,
  templateField,
  templateNames,
} from './messages.rules.ts'

const spanMs = 86_400_000
const ofOrder = { name: 'message-order', spanMs, most: messagesPerDay.order }
const ofShop = { name: 'message-shop', spanMs, most: messagesPerDay.shop }

interface MessageForm {
  readonly number: string
  readonly text: string
}

/** Writes to the buyer of an order, by the shop's mail queue; an answer goes to the owner (N115). */
export const writeMessage = defineAct({
  name: 'order.message',
  words: 'お客様にメールを書きました',
  subject: orderSubject,
  facts: { text: '文面' },
  who: 'owner',
  form: ({ form, at: { number } }: Opened<{ readonly number: string }>): Read<MessageForm> => {
    const text = plainLines(fieldOf(form, 'text', longestMessage * 4))
    if (!isVisible(text)) return { ok: false, error: { text: '文面を入力してください。' } }
    if (codePointLength(text) > longestMessage) return { ok: false, error: { text: messageTooLong } }
    return ok({ number: orderNumberTyped(number), text })
  },
  refusals: messageRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, actor, form: { number, text } }) => {
    const found = await orderForAct(trx, number, null)
    if (!found.ok) return found
    const order = found.value
    if (order.practice) return refused('practice')
    if (!isWrittenTo(order)) return refused('unpaid')
    if (order.customer.email === null) return refused('no-email')
    const counted = [countedFor(ofOrder, order.id), countedFor(ofShop, 'shop')]
    if (!(await countTryWithin(trx, ctx.now(), counted))) return refused('too-many')
    const message = { id: ctx.newId(), text }
    await trx
      .insertInto('orderMessage')
      .values({
        ...message,
        orderId: order.id,
        writtenAt: ctx.now(),
        writtenBy: actor.kind === 'desk' ? actor.name : '',
      })
      .execute()
    await enqueueMail(ctx, trx, messageMail(order, message, ctx))
    return ok({ answer: null, subject: subjectOf(orderSubject, order.id), after: { text } })
  },
})

/** Of the owner's own templates. */
const templatesSubject = { kind: 'message-templates', name: 'メールの文例' } as const

const templateFacts = Object.fromEntries(templateNames.map((name, at) => [templateField(at), name]))

interface TemplatesForm {
  readonly texts: readonly string[]
  /** Of what the form shows. */
  readonly version: string
}

/** Saves the owner's templates; an empty one is none (N116). */
export const saveTemplates = defineAct({
  name: 'message-templates.save',
  words: 'メールの文例を書きました',
  subject: templatesSubject,
  facts: templateFacts,
  who: 'owner',
  form: ({ form }: Opened<object>): Read<TemplatesForm> => {
    const typed = templateNames.map((_, at) =>
      plainLines(fieldOf(form, templateField(at), longestMessage * 4)),
    )
    const texts = typed.map((text) => (isVisible(text) ? text : ''))
    const errors = texts.flatMap((text, at) =>
      codePointLength(text) > longestMessage ? [[templateField(at), messageTooLong] as const] : [],
    )
    if (errors.length > 0) return { ok: false, error: Object.fromEntries(errors) }
    return ok({ texts, version: fieldOf(form, 'version') })
  },
  refusals: { stale: messageRefusals.stale },
  answer: noAnswer,
  present: async ({ ctx }) => presentTemplates(await messageTemplates(ctx.db)),
  run: async (trx, { form: { texts, version } }) => {
    await lockShopState(trx, 'message_templates')
    const before = presentTemplates(await messageTemplates(trx))
    if (before.version !== version) return refused('stale')
    await rememberShopState(trx, 'message_templates', JSON.stringify(texts))
    const { values } = presentTemplates(texts)
    return ok({ answer: null, subject: subjectOf(templatesSubject), before: before.values, after: values })
  },
})
