import { type DeskActor, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { deskSettings, rememberDeskSettings } from '~/server/desk-settings.ts'
import { type SettingValues, settingsWith } from '~/server/shop-settings.ts'
import { lockShopState } from '~/server/shop-state.ts'
import { asksAgain, type SettingPart } from './parts.rules.ts'
import { changesBetween, fitsPaymentPage, type SettingsPreview } from './preview.rules.ts'
import { partPreview, settingsMark, settingsNow } from './queries.server.ts'
import { readPart, type SettingErrors, valuesWithout } from './reading.server.ts'
import type { SettingsFailure } from './texts.ts'
import { type TypedSettings, typedPart } from './typed.rules.ts'

/** `shown` is the digest of what the form showed, `seen` that of the preview; both null for a command line. */
export interface SettingsForm {
  readonly requestId: string
  readonly part: SettingPart
  readonly typed: TypedSettings
  readonly shown: string
  readonly seen: string
}

export interface SettingsRefusal {
  readonly failure?: SettingsFailure
  readonly errors?: SettingErrors
}

const failed = (failure: SettingsFailure) => refused<SettingsRefusal>({ failure })

/** Previews a settings form and returns the digest that confirms it; writes nothing (N50). */
export const previewSettings = async (
  ctx: AppContext,
  actor: DeskActor,
  { part, typed }: Pick<SettingsForm, 'part' | 'typed'>,
): Promise<Result<{ readonly preview: SettingsPreview; readonly seen: string }, SettingsRefusal>> => {
  if (!isShopOwner(actor)) return failed('not-found')
  const read = await checkedPart(ctx, ctx.db, part, typed)
  return read.ok ? ok(partPreview(part, read.value.before, read.value.after)) : read
}

const checkedPart = async (
  { fileSettings: own, demo }: AppContext,
  db: AppContext['db'],
  part: SettingPart,
  typed: TypedSettings,
) => {
  const { values } = await deskSettings(db)
  const before = settingsNow(own, values)
  const read = readPart(part, typed, { own, values, demo })
  if (!read.ok) return refused<SettingsRefusal>({ errors: read.error })
  const after = read.value.settings
  if (changesBetween(part, before, after).length === 0) return failed('unchanged')
  if (!fitsPaymentPage(after)) return failed('too-long-together')
  return ok({ before, after, values: read.value.values })
}

const typedAs = (part: SettingPart, changed: ReadonlySet<string>, settings: ShopSettings) =>
  Object.fromEntries(Object.entries(typedPart(part, settings)).filter(([name]) => changed.has(name)))

const remembered = async (
  ctx: AppContext,
  trx: AppTransaction,
  part: SettingPart,
  change: { readonly before: ShopSettings; readonly after: ShopSettings; readonly values: SettingValues },
): Promise<Act<null>> => {
  const changed = new Set(changesBetween(part, change.before, change.after).map(({ name }) => name))
  await rememberDeskSettings(trx, ctx, change.values)
  return {
    answer: null,
    subject: `settings:${part}`,
    before: typedAs(part, changed, change.before),
    after: typedAs(part, changed, change.after),
  }
}

const noAnswer = () => null

/** Whether changing a part needs the second factor again (N3). */
export const mustConfirm = ({ now }: Pick<AppContext, 'now'>, actor: DeskActor, part: SettingPart): boolean =>
  asksAgain(part) && !isConfirmed(actor, now())

/** Saves the previewed settings; all processes use them within 10 s (N50). */
export const saveSettings = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, part, typed, shown, seen }: SettingsForm,
): Promise<Result<null, SettingsRefusal>> => {
  if (!isShopOwner(actor)) return failed('not-found')
  if (mustConfirm(ctx, actor, part)) return failed('confirm')
  const form = { requestId, content: [part, typed, shown, seen] }
  const done = await actOnce<null, SettingsRefusal>(
    ctx,
    actor,
    'shop.settings',
    form,
    noAnswer,
    async (trx) => {
      await lockShopState(trx, 'settings')
      const { values } = await deskSettings(trx)
      if (shown !== settingsMark(typedPart(part, settingsNow(ctx.fileSettings, values))))
        return failed('stale')
      const read = await checkedPart(ctx, trx, part, typed)
      if (!read.ok) return read
      if (seen !== settingsMark(typedPart(part, read.value.after))) return failed('unseen')
      return ok(await remembered(ctx, trx, part, read.value))
    },
  )
  if (done.ok) return done
  return done.error === 'other-content' ? failed('other-content') : refused(done.error)
}

/** Resets a part to the file's values, even when the desk's are invalid (N50). */
export const forgetSettings = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, part }: Pick<SettingsForm, 'requestId' | 'part'>,
): Promise<Result<null, SettingsFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const form = { requestId, content: part }
  return actOnce<null, SettingsFailure>(ctx, actor, 'shop.settings', form, noAnswer, async (trx) => {
    await lockShopState(trx, 'settings')
    const { values } = await deskSettings(trx)
    const left = valuesWithout(part, values)
    const before = settingsNow(ctx.fileSettings, values)
    const after = settingsWith(ctx.fileSettings, left)
    return ok(
      await remembered(ctx, trx, part, { before, after: after.ok ? after.value : before, values: left }),
    )
  })
}
