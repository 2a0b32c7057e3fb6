import { type DeskActor, isConfirmed, isShopOwner, mayCountStock } from '../kernel/actor.ts'
import type { Facts, Subject } from '../kernel/facts.ts'
import { requestIds } from '../kernel/form.ts'
import { type FrameRefusal, frameRefusals, type Refusal, type Refusals } from '../kernel/refusal.ts'
import { ok, type Result, refused } from '../kernel/result.ts'
import type { AppContext } from './app-context.ts'
import { actOnce } from './audit.ts'
import type { AppTransaction } from './database/transaction.ts'
import type { Present } from './merged-form.ts'

/** `counter` are the owner and those whom she lets count (K21). */
export type Who = 'owner' | 'counter' | 'anybody'

const rights: Readonly<Record<Who, (actor: DeskActor) => boolean>> = {
  owner: isShopOwner,
  counter: mayCountStock,
  anybody: () => true,
}

export const mayDo = (who: Who, actor: DeskActor): boolean => rights[who](actor)

export const subjectOf = ({ kind }: Subject, id?: string): string =>
  id === undefined ? kind : `${kind}:${id}`

type Values<Fact extends string> =
  | Readonly<Partial<Record<Fact, unknown>>>
  | readonly unknown[]
  | string
  | null
  | undefined

/** `answer` as JSON is repeated for a form sent twice (N2); `before` and `after` are kept in the log under the names of facts (N1). */
export interface DoneAct<Answer, Fact extends string> {
  readonly answer: Answer
  /** A form sent again gets what `answer` of the act reads out of null: for a secret, which is not stored. */
  readonly isToldOnce?: boolean
  readonly subject: string
  readonly before?: Values<Fact>
  readonly after?: Values<Fact>
}

export type FieldErrors = Readonly<Record<string, string>>

/** A form that was read, or what is wrong beside its fields, or one of the act's refusals. */
export type Read<Form, Name extends string = never> = Result<Form, FieldErrors | Name>

/** A form with its id, made when it was drawn (N2). */
export type Sent<Form> = Form & { readonly requestId: string }

/** A form that a page sent; `at` is what the page's address names. */
export interface Opened<At, Ctx = AppContext> {
  readonly form: FormData
  readonly at: At
  readonly ctx: Ctx
}

/** Who does it, with which form. */
export interface Doing<Form, Ctx = AppContext> {
  readonly ctx: Ctx
  readonly actor: DeskActor
  readonly form: Sent<Form>
}

/** A refusal in words, beside the fields that it is about or above the form. */
export type Told = Refusal | { readonly status: number; readonly errors: FieldErrors }

/** For acts that answer nothing. */
export const noAnswer = { parse: () => null }

/**
 * An act of the owner's desk: its row in the log, who may do it, its form and its command. `run` is called in the transaction that writes
 * its row, may be repeated, and gives an expected refusal as a name of `refusals`, or as what `told` puts into words.
 */
export interface ActParts<Form, Answer, Name extends string, Fault, FactName extends string, Ctx, At> {
  /** In the log, for ever. */
  readonly name: string
  /** What the log says. */
  readonly words: string
  /** What the page says that it leads to, where this is more than `words`. */
  readonly done?: string
  readonly subject: Subject | readonly Subject[]
  readonly facts: Readonly<Record<FactName, Facts[string]>>
  readonly who: Who
  /** Whether it asks again who she is (N3). */
  readonly confirms?: boolean | ((form: NoInfer<Form>) => boolean)
  /** A packer reads in an order's history that it happened. */
  readonly packersSee?: boolean
  /** Without it only commands and other acts do this. */
  readonly form?: (
    opened: Opened<At, Ctx>,
  ) => Read<Form, NoInfer<Name> | FrameRefusal> | Promise<Read<Form, NoInfer<Name> | FrameRefusal>>
  readonly refusals: Refusals<Name>
  readonly told?: (fault: Fault) => Told
  /** What a form sent again must ask for as well (N2): all of it, unless said otherwise. */
  readonly content?: (form: Form) => unknown
  /** Reads a stored answer. */
  readonly answer: { readonly parse: (kept: unknown) => Answer }
  /** Completes the form before the transaction, with what has to be waited for. */
  readonly prepare?: (
    by: Doing<NoInfer<Form>, Ctx>,
  ) => Promise<Result<Sent<NoInfer<Form>>, NoInfer<Name | Fault>>>
  readonly run: (
    trx: AppTransaction,
    by: Doing<Form, Ctx>,
  ) => Promise<Result<DoneAct<NoInfer<Answer>, NoInfer<FactName>>, NoInfer<Name | Fault>>>
  /** After the commit, also of a form sent again; with the form as it was made ready. */
  readonly after?: (
    ctx: Ctx,
    actor: DeskActor,
    answer: NoInfer<Answer>,
    form: Sent<NoInfer<Form>>,
  ) => Promise<NoInfer<Answer>>
  /** What is stored now, of what the form shows: a form that is refused as `stale` is merged with it (N82). Without it the form has no field. */
  readonly present?: (opened: Opened<NoInfer<At>, Ctx>) => Promise<Present | undefined>
}

/** Called like a command; `act` is what it is. */
export interface Act<
  Form,
  Answer,
  Name extends string,
  Fault = never,
  FactName extends string = string,
  Ctx = AppContext,
  At = unknown,
> {
  (ctx: Ctx, actor: DeskActor, form: Sent<Form>): Promise<Result<Answer, Name | Fault | FrameRefusal>>
  readonly act: ActParts<Form, Answer, Name, Fault, FactName, Ctx, At>
}

/** Whether this actor has to say again who she is before she does this (N3). */
export const asksAgain = <Form>(
  { confirms = false }: { readonly confirms?: boolean | ((form: Form) => boolean) },
  form: Form,
  actor: DeskActor,
  now: number,
): boolean => (typeof confirms === 'function' ? confirms(form) : confirms) && !isConfirmed(actor, now)

/** The act as a command: refuses who may not or has to confirm first (N3), and does the same form once (N2). */
export const defineAct = <
  Form,
  Answer,
  Name extends string,
  FactName extends string,
  Fault = never,
  Ctx extends Pick<AppContext, 'db' | 'log' | 'now' | 'newId'> = AppContext,
  At = unknown,
>(
  act: ActParts<Form, Answer, Name, Fault, FactName, Ctx, At>,
): Act<Form, Answer, Name, Fault, FactName, Ctx, At> => {
  const perform = async (
    ctx: Ctx,
    actor: DeskActor,
    form: Sent<Form>,
  ): Promise<Result<Answer, Name | Fault | FrameRefusal>> => {
    // First, so that nobody else learns whether it exists.
    if (!mayDo(act.who, actor)) return refused('not-found')
    if (asksAgain(act, form, actor, ctx.now())) return refused('confirm')
    const { requestId, ...rest } = form
    const content = act.content === undefined ? rest : act.content(form)
    const ready = act.prepare === undefined ? ok(form) : await act.prepare({ ctx, actor, form })
    if (!ready.ok) return ready
    const done = await actOnce<Answer, Name | Fault>(
      ctx,
      actor,
      act.name,
      { requestId, content },
      (kept) => act.answer.parse(kept),
      (trx) => act.run(trx, { ctx, actor, form: ready.value }),
    )
    return done.ok && act.after !== undefined
      ? ok(await act.after(ctx, actor, done.value, ready.value))
      : done
  }
  return Object.assign(perform, { act })
}

/** What a page presses: an act, or one press for several things. */
export interface Pressable<Form, Answer, Name extends string, Fault, Ctx, At> {
  (ctx: Ctx, actor: DeskActor, form: Sent<Form>): Promise<Result<Answer, Name | Fault | FrameRefusal>>
  readonly act: Pick<
    ActParts<Form, Answer, Name, Fault, string, Ctx, At>,
    'who' | 'confirms' | 'form' | 'refusals' | 'told' | 'present'
  >
}

interface SeveralParts<Form, Answer, Name extends string, Ctx, At>
  extends Pick<ActParts<Form, Answer, Name, never, string, Ctx, At>, 'who' | 'form' | 'refusals'> {
  readonly run: (by: Doing<Form, Ctx>) => Promise<Answer>
}

/**
 * One press for several things that its form names (N85). `run` does each by its own act, in its own transaction and under an id of its
 * own, so it has no row in the log itself, whose rows of this press are told as one (N138); its answer tells of each whether it was done
 * or why it was left out.
 */
export const defineSeveral = <
  Form,
  Answer,
  Name extends string,
  Ctx extends object = AppContext,
  At = unknown,
>(
  act: SeveralParts<Form, Answer, Name, Ctx, At>,
): Pressable<Form, Answer, Name, never, Ctx, At> => {
  const perform = async (
    ctx: Ctx,
    actor: DeskActor,
    form: Sent<Form>,
  ): Promise<Result<Answer, Name | FrameRefusal>> => {
    if (!mayDo(act.who, actor)) return refused('not-found')
    return requestIds.test(form.requestId)
      ? ok(await act.run({ ctx: { ...ctx, press: form.requestId }, actor, form }))
      : refused('other-content')
  }
  return Object.assign(perform, { act })
}

const isName = <Name extends string>(refusals: Refusals<Name>, error: unknown): error is Name =>
  typeof error === 'string' && Object.hasOwn(refusals, error)

/** A refusal in words. */
export const refusalOf = <Name extends string, Fault>(
  {
    act,
  }: { readonly act: Pick<ActParts<never, never, Name, Fault, never, never, never>, 'refusals' | 'told'> },
  error: Name | Fault | FrameRefusal,
): Told => {
  if (isName(act.refusals, error)) return act.refusals[error]
  if (isName(frameRefusals, error)) return frameRefusals[error]
  if (act.told === undefined) throw new Error('a refusal has no words')
  return act.told(error)
}

/** The same for the command line. */
export const refusalLines = <Name extends string, Fault>(
  act: Parameters<typeof refusalOf<Name, Fault>>[0],
  error: Name | Fault | FrameRefusal,
): string[] => {
  const told = refusalOf(act, error)
  return 'errors' in told ? Object.values(told.errors) : [told.text]
}

/** An act to those who only look at what it is. */
export interface AnyAct {
  readonly act: Pick<
    ActParts<never, unknown, string, never, string, never, never>,
    | 'name'
    | 'words'
    | 'done'
    | 'subject'
    | 'facts'
    | 'who'
    | 'confirms'
    | 'packersSee'
    | 'refusals'
    | 'present'
  >
}
