import { confirmAgain, confirmationRefusals } from '~/features/desk/access/door.commands.server.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer, type Refusal } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import {
  mustConfirm,
  previewSettings,
  type SettingsForm,
  type SettingsRefusal,
  saveSettings,
} from './commands.server.ts'
import { typedForm } from './form.rules.ts'
import { asksAgain, type SettingPart, settingLabel } from './parts.rules.ts'
import { partView } from './queries.server.ts'
import { settingsRefusals } from './texts.ts'
import type { TypedSettings } from './typed.rules.ts'
import type { SettingsAnswer } from './ui/settings-form.tsx'

const longestWord = 200

type Outcome = Result<null, { readonly status: number; readonly answer: SettingsAnswer }>

/** Handles the form of a part: null when saved, otherwise what the page shows next. */
export const actOnSettings = async (
  ctx: AppContext,
  actor: DeskPerson,
  part: SettingPart,
  form: FormData,
): Promise<Outcome> => {
  const word = (name: string) => fieldOf(form, name, longestWord)
  const typed = typedForm(part, form)
  const intent = form.getAll('intent').at(-1)
  const mark = word('shown')
  const requestId = requestIdOf(form)
  if (intent === 'edit') return refused({ status: 200, answer: { typed, mark, requestId } })
  const sent = { requestId, part, typed, shown: mark, seen: word('seen') }
  if (intent !== 'save') return previewed(ctx, actor, sent)
  const shown = asksAgain(part) ? await confirmAgain(ctx, actor, form) : ok(actor)
  if (!shown.ok) return previewed(ctx, actor, sent, confirmationRefusals[shown.error])
  const saved = await saveSettings(ctx, shown.value, sent)
  return saved.ok ? saved : refused(await refusedAnswer(ctx, sent, saved.error))
}

/** The preview, with the second factor where required; `refusal` is its error. */
const previewed = async (
  ctx: AppContext,
  actor: DeskPerson,
  sent: SettingsForm,
  refusal?: Refusal,
): Promise<Outcome> => {
  const { requestId, part, typed, shown } = sent
  const looked = await previewSettings(ctx, actor, { part, typed })
  if (!looked.ok) return refused(await refusedAnswer(ctx, sent, looked.error))
  const failure = refusal === undefined ? {} : asFormAnswer(refusal)
  const asks = mustConfirm(ctx, actor, part)
  const answer = { typed, mark: shown, requestId, ...looked.value, asks, ...failure }
  return refused({ status: refusal?.status ?? 200, answer })
}

const refusedAnswer = async (
  ctx: AppContext,
  { requestId, part, typed, shown: mark }: SettingsForm,
  { failure, errors }: SettingsRefusal,
) => {
  if (failure === undefined) return { status: 422, answer: { typed, mark, requestId, errors: errors ?? {} } }
  const refusal = settingsRefusals[failure]
  // With a new id: the act of the old one would refuse it forever.
  const next = refusal.status === 409 ? ctx.newId() : requestId
  const answer = { typed, mark, requestId: next, ...asFormAnswer(refusal) }
  if (failure !== 'stale') return { status: refusal.status, answer }
  // From here on the form is about the present values, which it is told of.
  const now = await partView(ctx, part, '')
  const stale = otherwise(typed, now.typed)
  return { status: refusal.status, answer: { ...answer, mark: now.mark, stale } }
}

const otherwise = (typed: TypedSettings, now: TypedSettings) =>
  Object.entries(now)
    .filter(([name, text]) => text !== (typed[name] ?? ''))
    .map(([name, text]) => ({ name: settingLabel(name) ?? name, typed: typed[name] ?? '', now: text }))
