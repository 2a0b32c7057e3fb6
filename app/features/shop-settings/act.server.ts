import { confirmAgain, confirmationRefusals } from '~/features/desk-access/confirmation.commands.server.ts'
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
  if (intent === 'edit') return refused({ status: 200, answer: { typed, mark } })
  const sent = { requestId: requestIdOf(form), part, typed, shown: mark, seen: word('seen') }
  if (intent !== 'save') return previewed(ctx, actor, sent)
  const shown = asksAgain(part) ? await confirmAgain(ctx, actor, form) : ok(actor)
  if (!shown.ok) return previewed(ctx, actor, sent, confirmationRefusals[shown.error])
  const saved = await saveSettings(ctx, shown.value, sent)
  return saved.ok ? saved : refused(await refusedAnswer(ctx, part, typed, saved.error))
}

/** The preview, with the second factor where required; `refusal` is its error. */
const previewed = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId, part, typed, shown }: SettingsForm,
  refusal?: Refusal,
): Promise<Outcome> => {
  const looked = await previewSettings(ctx, actor, { part, typed })
  if (!looked.ok) return refused(await refusedAnswer(ctx, part, typed, looked.error))
  const failure = refusal === undefined ? {} : asFormAnswer(refusal)
  const asks = mustConfirm(ctx, actor, part)
  const answer = { typed, mark: shown, requestId, ...looked.value, asks, ...failure }
  return refused({ status: refusal?.status ?? 200, answer })
}

const refusedAnswer = async (
  ctx: AppContext,
  part: SettingPart,
  typed: TypedSettings,
  { failure, errors }: SettingsRefusal,
) => {
  const now = await partView(ctx, part, '')
  const answer = { typed, mark: now.mark }
  if (failure === undefined) return { status: 422, answer: { ...answer, errors: errors ?? {} } }
  const refusal = settingsRefusals[failure]
  const stale = failure === 'stale' ? { stale: otherwise(typed, now.typed) } : {}
  return { status: refusal.status, answer: { ...answer, ...stale, ...asFormAnswer(refusal) } }
}

const otherwise = (typed: TypedSettings, now: TypedSettings) =>
  Object.entries(now)
    .filter(([name, text]) => text !== (typed[name] ?? ''))
    .map(([name, text]) => ({ name: settingLabel(name) ?? name, typed: typed[name] ?? '', now: text }))
