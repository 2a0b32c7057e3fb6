import { createHash } from 'node:crypto'
import { fieldsOf } from '~/kernel/json.ts'
import { compareCodeUnits } from '~/kernel/kana-order.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AuditEntry, auditOf, auditPage } from '~/server/audit.ts'
import { subjectOf } from '~/server/desk-act.ts'
import { deskSettings } from '~/server/desk-settings.ts'
import { drawnWith, type Present } from '~/server/merged-form.ts'
import { type OwnSettings, type SettingValues, settingsWith } from '~/server/shop-settings.ts'
import { typedInAnswer } from './form.rules.ts'
import {
  partsInLog,
  type SettingPart,
  settingLabel,
  settingsSubject,
  unitLabels,
  unitOf,
} from './parts.rules.ts'
import { changesBetween, fitsPaymentPage, type SettingsPreview, settingsPreview } from './preview.rules.ts'
import { readPart, type SettingErrors, sourceOf } from './reading.server.ts'
import type { SettingsFailure } from './texts.ts'
import { fieldsOfPart, namesOf, type TypedSettings, typedPart } from './typed.rules.ts'
import type { PartView, PastChange } from './types.ts'

/** The file's settings overridden by the desk's; without the desk's when these are invalid. */
export const settingsNow = (own: OwnSettings, values: SettingValues): ShopSettings => {
  const now = settingsWith(own, values)
  return now.ok ? now.value : own.settings
}

/** Digest of a form's state. */
export const settingsMark = (typed: TypedSettings): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(typed).sort()))
    .digest('hex')
    .slice(0, 32)

/** What the form of a part shows. */
export const presentPart = (part: SettingPart, values: TypedSettings): Present => {
  const fields = fieldsOfPart(part)
  const units = [...new Set(fields.map(unitOf))]
  return {
    version: settingsMark(values),
    values,
    labels: Object.fromEntries(
      fields.flatMap((field) => namesOf(field).map((name) => [name, settingLabel(name) ?? name])),
    ),
    wholes: units.map((unit) => {
      const ofUnit = fields.filter((field) => unitOf(field) === unit)
      const label = unitLabels[unit] ?? ofUnit[0]?.label ?? unit
      const names = ofUnit.flatMap(namesOf)
      return { name: unit, label, fields: names, ...(names.length === 1 ? { said: textOf(names) } : {}) }
    }),
    read: (typed) => typedInAnswer(part, typed),
  }
}

const textOf =
  ([name = '']: readonly string[]) =>
  (values: TypedSettings): string =>
    values[name] ?? ''

/** What a typed part makes of the settings, unless it is wrong or changes nothing. */
export const checkedPart = async (
  { fileSettings: own, demo }: Pick<AppContext, 'fileSettings' | 'demo'>,
  db: AppContext['db'],
  part: SettingPart,
  typed: TypedSettings,
): Promise<
  Result<
    { readonly before: ShopSettings; readonly after: ShopSettings; readonly values: SettingValues },
    SettingErrors | SettingsFailure
  >
> => {
  const { values } = await deskSettings(db)
  const before = settingsNow(own, values)
  const read = readPart(part, typed, { own, values, demo })
  if (!read.ok) return read
  const after = read.value.settings
  if (changesBetween(part, before, after).length === 0) return refused('unchanged')
  if (!fitsPaymentPage(after)) return refused('too-long-together')
  return ok({ before, after, values: read.value.values })
}

/** What the change does to the shop's pages, with the digest that confirms it; writes nothing (N50). */
export const previewSettings = async (
  ctx: AppContext,
  { part, typed }: { readonly part: SettingPart; readonly typed: TypedSettings | null },
): Promise<
  Result<{ readonly preview: SettingsPreview; readonly seen: string }, SettingErrors | SettingsFailure>
> => {
  const read = await checkedPart(ctx, ctx.db, part, typed ?? {})
  if (!read.ok) return read
  const { before, after } = read.value
  return ok({ preview: settingsPreview(part, before, after), seen: settingsMark(typedPart(part, after)) })
}

const mostChanges = 30

const newestFirst = (a: AuditEntry, b: AuditEntry): number =>
  b.happenedAt - a.happenedAt || compareCodeUnits(b.id, a.id)

const pastChanges = async (db: AppContext['db'], part: SettingPart): Promise<PastChange[]> => {
  const pages: AuditEntry[] = []
  for (const name of partsInLog(part))
    pages.push(
      ...(await auditPage(db, { act: '', subject: subjectOf(settingsSubject, name), before: '' })).entries,
    )
  return pages
    .sort(newestFirst)
    .slice(0, mostChanges)
    .map(({ id, happenedAt, actorName, before, after }) => {
      const [former, later] = [fieldsOf(before), fieldsOf(after)]
      return {
        id,
        happenedAt,
        who: actorName || 'お店のコンピューター',
        changes: Object.keys(later).map((name) => ({
          name,
          label: settingLabel(name) ?? name,
          before: String(former[name] ?? ''),
          after: String(later[name] ?? ''),
        })),
      }
    })
}

/** `from` fills in the values before an earlier change, or the file's ('file'). */
export const partView = async (ctx: AppContext, part: SettingPart, from: string): Promise<PartView> => {
  const { db, fileSettings: own, newId } = ctx
  const { values } = await deskSettings(db)
  const now = typedPart(part, settingsNow(own, values))
  const filled = await typedBefore(ctx, part, from)
  return {
    part,
    typed: { ...now, ...filled },
    filled: Object.entries(filled).flatMap(([name, after]) => {
      const before = now[name] ?? ''
      return before === after ? [] : [{ name, label: settingLabel(name) ?? name, before, after }]
    }),
    mark: settingsMark(now),
    drawn: drawnWith(presentPart(part, now)),
    sources: Object.fromEntries(
      fieldsOfPart(part).map((field) => [field.name, sourceOf(field, own, values)]),
    ),
    history: await pastChanges(db, part),
    requestId: newId(),
  }
}

const typedBefore = async (ctx: AppContext, part: SettingPart, from: string): Promise<TypedSettings> => {
  if (from === 'file') return typedPart(part, ctx.fileSettings.settings)
  const entries: AuditEntry[] = []
  if (from !== '')
    for (const name of partsInLog(part))
      entries.push(...(await auditOf(ctx.db, subjectOf(settingsSubject, name))))
  const before = fieldsOf(entries.find(({ id }) => id === from)?.before)
  const names = fieldsOfPart(part).flatMap(namesOf)
  return Object.fromEntries(
    names.flatMap((name) => (typeof before[name] === 'string' ? [[name, before[name]]] : [])),
  )
}
