import { data, redirect } from 'react-router'
import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { ok } from '~/kernel/result.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { readFailureOf } from '~/server/database/database-errors.ts'
import { asksAgain, mayDo, type Pressable, refusalOf, type Told, type Who } from '~/server/desk-act.ts'
import { errorFields } from '~/server/log.ts'
import {
  type Choices,
  choiceField,
  type Drawn,
  decidedText,
  drawnIn,
  longestDrawn,
  mergedForm,
  noChoices,
  type Present,
  takeChoices,
} from '~/server/merged-form.ts'
import { statusOfFailure } from '~/server/read-or-failure.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { personAtDesk } from './at-desk.server.ts'
import { confirmAgain, confirmationRefusals } from './door.commands.server.ts'

/** What a page shows instead of leading on. */
export interface Shown<More> {
  readonly status: number
  readonly answer: Partial<DeskAnswer>
  /** What this page shows besides. */
  readonly more?: More
  /** Thrown while it was read, asked or done: shown by the page where no script tells it beside the button (A28). */
  readonly thrown?: Error
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
/** Of the longest one that answers give back, a holiday's, in characters. */
const longestVersion = 500

/** Without what PostgreSQL does not store, and without files. */
const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).flatMap((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : []))

const ownNames = ['requestId', 'version', 'drawn', ...proofs]
const choices = choiceField('')

/** The form as it was sent, under its id. */
const sentAnswer = (ctx: Pick<RequestContext, 'newId'>, sent: FormData) => {
  const version = fieldOf(sent, 'version', longestVersion)
  const drawn = fieldOf(sent, 'drawn', longestDrawn)
  return {
    typed: typedIn(sent),
    requestId: requestIdOf(sent) || ctx.newId(),
    ...(version === '' ? {} : { version }),
    ...(drawn === '' ? {} : { drawn }),
  }
}

/** To fill in again, never the proof of who she is. */
const typedIn = (form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new Set(form.keys())]
      .filter((name) => !ownNames.includes(name) && !name.startsWith(choices))
      .slice(0, mostFields)
      .map((name) => [name, textsOf(form, name).join('\n')]),
  )

/** What a form shows that is about a former state: merged, or anew with both values beside it (N82, N84). */
const staleAnswer = (
  present: Present,
  drawn: Drawn | undefined,
  typed: Readonly<Record<string, string>>,
  chosen: Choices,
): Partial<DeskAnswer> => {
  const { version, failure, values, labels, isAnew } = present
  if (failure !== undefined) return { failure, version, drawn: '' }
  if (isAnew === undefined) return { ...mergedForm(present, drawn, typed, chosen), version, isRedrawn: true }
  const names = Object.keys(labels)
  const stale = names
    .map((field) => ({ name: labels[field] ?? field, typed: typed[field] ?? '', now: values[field] ?? '' }))
    .filter(({ typed: one, now }) => one !== now)
  const rest = Object.entries(typed).filter(([field]) => !names.includes(field))
  return { stale, typed: Object.fromEntries(rest), version, isRedrawn: true }
}

const asAnswer = (told: Told) => ('errors' in told ? { errors: told.errors } : asFormAnswer(told))

/** Under the same id, since nobody knows how far it came. */
const failedText =
  'お店のコンピューターの調子が悪く、できたかどうか、わかりません。入力した内容は、このまま残っています。少し待ってから、もう一度押してください。二重にはなりません。'

/** What a page shows of a failure on its server. */
const failedAnswer = (kept: Partial<DeskAnswer>, thrown: Error) => ({
  status: statusOfFailure({ reason: readFailureOf(thrown) }),
  answer: { ...kept, failure: failedText },
  thrown,
})

/** An error is a value here; what leads elsewhere is thrown on. */
const orThrown = async <T>(act: () => Promise<T>): Promise<T | Error> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/**
 * One act of a page: reads its form, asks again for money (N3), does it, and says where the page goes or what it shows instead (N68).
 * What is wrong with what was typed is 422. `stale` is 409 with the present version and the form merged with what is stored (N82); a
 * choice that is missing asks again. Other content under a used id is 409 and gives the form a new id: whether that may be done too,
 * its version decides. No other refusal changes id or version. Whatever of this fails on the server keeps what was typed and its id,
 * under which the same press is one act, however far it came (N157).
 */
export const press = <Form extends object, Answer, Name extends string, Fault, Ctx, At, More = never>(
  pressed: Pressable<Form, Answer, Name, Fault, Ctx, At>,
  {
    at,
    done,
    first,
    asking,
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
    /** What the page shows besides while it asks again who she is, such as the preview that she confirms. */
    readonly asking?: (ctx: Ctx, form: Form) => More | Promise<More>
  },
): Press<Ctx, More> => ({
  who: pressed.act.who,
  answer: async (ctx, actor, sent) => {
    const { act } = pressed
    if (act.form === undefined) throw new Error('an act without a form was pressed')
    const readForm = act.form
    const requestId = requestIdOf(sent)
    const opened = { form: sent, at, ctx }
    const asSent = sentAnswer(ctx, sent)
    const { drawn: marks = '', typed: _typed, ...own } = asSent
    const version = own.version ?? ''
    const drawn = drawnIn(marks, version)
    const asked = await orThrown(async () =>
      drawn === undefined || drawn.both.length === 0 ? undefined : act.present?.(opened),
    )
    if (asked instanceof Error) return failedAnswer(asSent, asked)
    const chosen =
      drawn === undefined || asked === undefined ? noChoices : takeChoices(sent, drawn, asked, typedIn)
    const typed = typedIn(sent)
    const kept = {
      typed,
      ...own,
      ...(drawn === undefined ? {} : { drawn: decidedText(drawn) }),
      ...(asked === undefined ? {} : { isRedrawn: true as const }),
    }
    const show = (status: number, answer: Partial<DeskAnswer>) => ({ status, answer: { ...kept, ...answer } })
    if (asked !== undefined && chosen.undecided.length > 0) {
      const { merged, ...answer } = staleAnswer(asked, drawn, typed, chosen)
      const again = merged === undefined ? {} : { merged: { ...merged, isAsked: true as const } }
      return show(String(asked.version) === version ? 422 : 409, { ...answer, ...again })
    }
    const answered = await orThrown(async () => {
      const read = await readForm(opened)
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
        const asked = show(refusal.status, { ...asFormAnswer(refusal), asksConfirmation: true })
        return asking === undefined ? asked : { ...asked, more: await asking(ctx, form) }
      }
      const acted = await pressed(ctx, proved.value, { ...form, requestId })
      if (acted.ok) return done(acted.value, form, ctx)
      const told = refusalOf(pressed, acted.error)
      const present = acted.error === 'stale' ? await act.present?.(opened) : undefined
      if (present !== undefined) return show(told.status, staleAnswer(present, drawn, typed, chosen))
      const isUsed = acted.error === 'other-content'
      return show(told.status, { ...asAnswer(told), ...(isUsed ? { requestId: ctx.newId() } : {}) })
    })
    return answered instanceof Error ? failedAnswer(kept, answered) : answered
  },
})

/** With script the form keeps its fields itself, and tells it below the pressed button. */
const tellThrown = ({ log }: Pick<RequestContext, 'log'>, request: Request, thrown: Error): void => {
  if (new URL(request.url).pathname.endsWith('.data')) throw thrown
  log.error('act of the desk failed', errorFields(thrown))
}

type Presses<Ctx, More> = Press<Ctx, More> | Readonly<Record<string, Press<Ctx, More>>>

/**
 * The action of a page of the desk: one form, or several that the field `by` tells apart. 404 for who may do none of its acts, before
 * the form is read, for an act that she may not do, and for a form that the page has not. What has to be read before the acts are known is
 * read by the function that gives them: where that fails the form comes back as it was sent (N157).
 */
export const deskAction = async <Ctx extends RequestContext, More = never>(
  ctx: Ctx,
  request: Request,
  given: Presses<Ctx, More> | (() => Promise<Presses<Ctx, More>>),
  by = 'act',
) => {
  const actor = personAtDesk(ctx)
  const presses = typeof given === 'function' ? await orThrown(given) : given
  if (presses instanceof Error) {
    tellThrown(ctx, request, presses)
    const form = await formOf(request)
    const { status, answer } = failedAnswer({ act: fieldOf(form, by), ...sentAnswer(ctx, form) }, presses)
    return data<DeskAnswer & { readonly more?: More }>({ typed: {}, ...answer }, { status })
  }
  const only = isPress(presses) ? presses : undefined
  const all = isPress(presses) ? { '': presses } : presses
  const open = Object.entries(all).filter(([, { who }]) => mayDo(who, actor))
  if (open.length === 0) throw data(null, { status: 404 })
  const form = await formOf(request)
  const [name, pressed] = open.find(([name]) => only !== undefined || name === fieldOf(form, by)) ?? []
  if (pressed === undefined) throw data(null, { status: 404 })
  const answered = await pressed.answer(ctx, actor, form)
  if (typeof answered === 'string') return redirect(answered)
  const { status, answer, more, thrown } = answered
  if (thrown !== undefined) tellThrown(ctx, request, thrown)
  if (status === 404) throw data(null, { status: 404 })
  const of = only === undefined ? { act: name } : {}
  return data<DeskAnswer & { readonly more?: More }>(
    { typed: {}, ...of, ...answer, ...(more === undefined ? {} : { more }) },
    { status },
  )
}

/** The same press, whose page shows something besides when it is not led on, whatever was refused; where that cannot be read, the rest is shown. */
export const alsoShowing = <Ctx, More>(
  { who, answer }: Press<Ctx, never>,
  more: (ctx: Ctx, form: FormData) => Promise<More>,
): Press<Ctx, More> => ({
  who,
  answer: async (ctx, actor, form) => {
    const shown = await answer(ctx, actor, form)
    if (typeof shown === 'string') return shown
    const also = await orThrown(() => more(ctx, form))
    return also instanceof Error ? { ...shown, thrown: shown.thrown ?? also } : { ...shown, more: also }
  },
})

const isPress = <Ctx, More>(
  given: Press<Ctx, More> | Readonly<Record<string, Press<Ctx, More>>>,
): given is Press<Ctx, More> => typeof given.answer === 'function'
