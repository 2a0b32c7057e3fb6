import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { deskSettings, rememberDeskSettings } from '~/server/desk-settings.ts'
import { type SettingValues, settingsWith } from '~/server/shop-settings.ts'
import { lockShopState } from '~/server/shop-state.ts'
import { intentOf, typedForm } from './form.rules.ts'
import { asksAgain, type SettingPart, settingLabels, settingsSubject } from './parts.rules.ts'
import { changesBetween } from './preview.rules.ts'
import { checkedPart, presentPart, settingsMark, settingsNow } from './queries.server.ts'
import { type SettingErrors, valuesWithout } from './reading.server.ts'
import { type SettingsFailure, settingsRefusals } from './texts.ts'
import { type TypedSettings, typedPart } from './typed.rules.ts'

export interface SentSettings {
  readonly part: SettingPart
  /** Null takes the part back to the file's values, even when the desk's are invalid. */
  readonly typed: TypedSettings | null
  /** Digest of what the form showed. */
  readonly version: string
  /** Digest of what the preview showed. */
  readonly seen: string
}

const remembered = async (
  ctx: Pick<AppContext, 'now' | 'notices'>,
  trx: AppTransaction,
  part: SettingPart,
  change: { readonly before: ShopSettings; readonly after: ShopSettings; readonly values: SettingValues },
) => {
  const changed = new Set(changesBetween(part, change.before, change.after).map(({ name }) => name))
  const typedAs = (settings: ShopSettings) =>
    Object.fromEntries(Object.entries(typedPart(part, settings)).filter(([name]) => changed.has(name)))
  await rememberDeskSettings(trx, ctx, change.values)
  const subject = subjectOf(settingsSubject, part)
  return ok({ answer: null, subject, before: typedAs(change.before), after: typedAs(change.after) })
}

/** Saves what was seen in a preview; all processes use it within 10 s. What moves money asks again who she is (N3, N50). */
export const saveSettings = defineAct({
  name: 'shop.settings',
  words: 'お店の設定を変えました',
  subject: settingsSubject,
  facts: settingLabels,
  who: 'owner',
  confirms: ({ part, typed }: SentSettings) => typed !== null && asksAgain(part),
  form: async ({
    form,
    at: { part },
    ctx,
  }: Opened<{ readonly part: SettingPart }>): Promise<Read<SentSettings, SettingsFailure>> => {
    const typed = typedForm(part, form)
    const read = ok({ part, typed, version: fieldOf(form, 'version', 200), seen: fieldOf(form, 'seen', 200) })
    if (intentOf(form) !== 'preview') return read
    const checked = await checkedPart(ctx, ctx.db, part, typed)
    return checked.ok ? read : checked
  },
  refusals: settingsRefusals,
  told: (errors: SettingErrors) => ({ status: 422, errors }),
  answer: noAnswer,
  present: async ({ at: { part }, ctx }) => {
    const { values } = await deskSettings(ctx.db)
    return presentPart(part, typedPart(part, settingsNow(ctx.fileSettings, values)))
  },
  run: async (trx, { ctx, form: { part, typed, version, seen } }) => {
    await lockShopState(trx, 'settings')
    const { values } = await deskSettings(trx)
    const before = settingsNow(ctx.fileSettings, values)
    if (typed === null) {
      const left = valuesWithout(part, values)
      const after = settingsWith(ctx.fileSettings, left)
      return remembered(ctx, trx, part, { before, after: after.ok ? after.value : before, values: left })
    }
    if (version !== settingsMark(typedPart(part, before))) return refused('stale')
    const read = await checkedPart(ctx, trx, part, typed)
    if (!read.ok) return read
    if (seen !== settingsMark(typedPart(part, read.value.after))) return refused('unseen')
    return remembered(ctx, trx, part, read.value)
  },
})
