import type { DeskPerson } from '~/kernel/actor.ts'
import { toldInForm } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { previewSettings, type SettingsRefusal, saveSettings } from './commands.server.ts'
import { typedForm } from './form.server.ts'
import { type SettingPart, settingLabel } from './parts.rules.ts'
import { partView } from './queries.server.ts'
import { settingsRefusals } from './texts.ts'
import type { TypedSettings } from './typed.rules.ts'
import type { SettingsAnswer } from './ui/settings-form.tsx'

const longestWord = 200

/** What a press on the page of a part comes to: null when it is stored, else what the page shows next. */
export const actOnSettings = async (
  ctx: AppContext,
  actor: DeskPerson,
  part: SettingPart,
  form: FormData,
): Promise<Result<null, { readonly status: number; readonly answer: SettingsAnswer }>> => {
  const word = (name: string) => String(form.get(name) ?? '').slice(0, longestWord)
  const typed = typedForm(part, form)
  const intent = form.getAll('intent').at(-1)
  const mark = word('shown')
  if (intent === 'edit') return refused({ status: 200, answer: { typed, mark } })
  const sent = { requestId: word('requestId'), part, typed, shown: mark, seen: word('seen') }
  const saved = intent === 'save' ? await saveSettings(ctx, actor, sent) : undefined
  if (saved?.ok) return ok(null)
  if (saved !== undefined) return refused(await toldRefusal(ctx, part, typed, saved.error))
  const seen = await previewSettings(ctx, actor, sent)
  if (!seen.ok) return refused(await toldRefusal(ctx, part, typed, seen.error))
  const { requestId } = sent
  return refused({ status: 200, answer: { typed, mark, requestId, ...seen.value } })
}

const toldRefusal = async (
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
  return { status: refusal.status, answer: { ...answer, ...stale, ...toldInForm(refusal) } }
}

const otherwise = (typed: TypedSettings, now: TypedSettings) =>
  Object.entries(now)
    .filter(([name, text]) => text !== (typed[name] ?? ''))
    .map(([name, text]) => ({ name: settingLabel(name) ?? name, typed: typed[name] ?? '', now: text }))
