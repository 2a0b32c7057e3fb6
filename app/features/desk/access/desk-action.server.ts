import { data, redirect } from 'react-router'
import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { ok } from '~/kernel/result.ts'
import type { RequestContext } from '~/server/app-context.ts'
import {
  asksAgain,
  mayDo,
  type Present,
  type Pressable,
  refusalOf,
  type Told,
  type Who,
} from '~/server/desk-act.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { personAtDesk } from './at-desk.server.ts'
import { confirmAgain, confirmationRefusals } from './door.commands.server.ts'

/** What a page shows instead of leading on. */
export interface Shown<More> {
  readonly status: number
  readonly answer: Partial<DeskAnswer>
  /** What this page shows besides. */
  readonly more?: More
}

/** An act as a form of a page presses it; `press` makes it. */
export interface Press<Ctx, More> {
  readonly who: Who
  /** Where the page goes, or what it shows. */
  readonly answer: (
    ctx: Ctx & RequestContext,
    actor: DeskPerson,
    form: FormData,
  ) => Promise<string | Shown<More>>
}

const proofs = ['confirmPassword', 'confirmCode', 'confirmPasskey']
const mostFields = 1_000

/** Without what PostgreSQL does not store, and without files. */
const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).flatMap((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : []))

/** To fill in again, never the proof of who she is. */
const typedIn = (form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new Set(form.keys())]
      .filter((name) => name !== 'requestId' && name !== 'version' && !proofs.includes(name))
      .slice(0, mostFields)
      .map((name) => [name, textsOf(form, name).join('\n')]),
  )

/** Both values of the fields that differ. */
export const staleFields = (
  { values, labels, typed: told }: Present,
  typed: Readonly<Record<string, string>>,
): NonNullable<DeskAnswer['stale']> =>
  Object.entries(labels)
    .map(([field, name]) => ({ name, typed: told?.[field] ?? typed[field] ?? '', now: values[field] ?? '' }))
    .filter(({ typed: one, now }) => one !== now)

const asAnswer = (told: Told) => ('errors' in told ? { errors: told.errors } : asFormAnswer(told))

/**
 * One act of a page: reads its form, asks again for money (N3), does it, and says where the page goes or what it shows instead (N68).
 * What is wrong with what was typed is 422. `stale` is 409 with both values and the present version. Other content under a used id is
 * 409 and gives the form a new id: whether that may be done too, its version decides. No other refusal changes id or version.
 */
export const press = <Form extends object, Answer, Name extends string, Fault, Ctx, At, More = never>(
  pressed: Pressable<Form, Answer, Name, Fault, Ctx, At>,
  {
    at,
    done,
    first,
  }: {
    /** What the page's address names. */
    readonly at: At
    /** Where it leads, or what the page shows. */
    readonly done: (
      answer: Answer,
      form: Form,
      ctx: Ctx,
    ) => string | Shown<More> | Promise<string | Shown<More>>
    /** What the page shows before anything is done, such as a sum without script; null to go on. */
    readonly first?: (
      ctx: Ctx,
      form: Form,
      sent: FormData,
    ) => Shown<More> | null | Promise<Shown<More> | null>
  },
): Press<Ctx, More> => ({
  who: pressed.act.who,
  answer: async (ctx, actor, sent) => {
    const { act } = pressed
    if (act.form === undefined) throw new Error('an act without a form was pressed')
    const typed = typedIn(sent)
    const requestId = requestIdOf(sent)
    const version = fieldOf(sent, 'version', 200)
    const kept = { typed, requestId: requestId || ctx.newId(), ...(version === '' ? {} : { version }) }
    const show = (status: number, answer: Partial<DeskAnswer>) => ({ status, answer: { ...kept, ...answer } })
    const read = await act.form({ form: sent, at, ctx })
    if (!read.ok) {
      if (typeof read.error !== 'string') return show(422, { errors: read.error })
      const told = refusalOf(pressed, read.error)
      return show(told.status, asAnswer(told))
    }
    const form = read.value
    const shown = (await first?.(ctx, form, sent)) ?? null
    if (shown !== null) return { ...shown, answer: { ...kept, ...shown.answer } }
    const proved = asksAgain(act, form, actor, ctx.now()) ? await confirmAgain(ctx, actor, sent) : ok(actor)
    if (!proved.ok) {
      const refusal = confirmationRefusals[proved.error]
      return show(refusal.status, { ...asFormAnswer(refusal), asksConfirmation: true })
    }
    const acted = await pressed(ctx, proved.value, { ...form, requestId })
    if (acted.ok) return done(acted.value, form, ctx)
    const told = refusalOf(pressed, acted.error)
    const present = acted.error === 'stale' ? await act.present?.(ctx, form, typed) : undefined
    if (present !== undefined) {
      const { version, failure } = present
      return show(
        told.status,
        failure === undefined ? { stale: staleFields(present, typed), version } : { failure, version },
      )
    }
    const isUsed = acted.error === 'other-content'
    return show(told.status, { ...asAnswer(told), ...(isUsed ? { requestId: ctx.newId() } : {}) })
  },
})

/**
 * The action of a page of the desk: one form, or several that the field `by` tells apart. 404 for who may do none of its acts, before
 * the form is read, for an act that she may not do, and for a form that the page has not.
 */
export const deskAction = async <Ctx extends RequestContext, More = never>(
  ctx: Ctx,
  request: Request,
  presses: Press<Ctx, More> | Readonly<Record<string, Press<Ctx, More>>>,
  by = 'act',
) => {
  const actor = personAtDesk(ctx)
  const only = isPress(presses) ? presses : undefined
  const all = isPress(presses) ? { '': presses } : presses
  const open = Object.entries(all).filter(([, { who }]) => mayDo(who, actor))
  if (open.length === 0) throw data(null, { status: 404 })
  const form = await formOf(request)
  const [name, pressed] = open.find(([name]) => only !== undefined || name === fieldOf(form, by)) ?? []
  if (pressed === undefined) throw data(null, { status: 404 })
  const answered = await pressed.answer(ctx, actor, form)
  if (typeof answered === 'string') return redirect(answered)
  const { status, answer, more } = answered
  if (status === 404) throw data(null, { status: 404 })
  const of = only === undefined ? { act: name } : {}
  return data<DeskAnswer & { readonly more?: More }>(
    { typed: {}, ...of, ...answer, ...(more === undefined ? {} : { more }) },
    { status },
  )
}

/** The same press, whose page shows something besides when it is not led on, whatever was refused. */
export const alsoShowing = <Ctx, More>(
  { who, answer }: Press<Ctx, never>,
  more: (ctx: Ctx, form: FormData) => Promise<More>,
): Press<Ctx, More> => ({
  who,
  answer: async (ctx, actor, form) => {
    const shown = await answer(ctx, actor, form)
    return typeof shown === 'string' ? shown : { ...shown, more: await more(ctx, form) }
  },
})

const isPress = <Ctx, More>(
  given: Press<Ctx, More> | Readonly<Record<string, Press<Ctx, More>>>,
): given is Press<Ctx, More> => typeof given.answer === 'function'
