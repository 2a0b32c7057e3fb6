import { valueAt } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import {
  type OwnSettings,
  type SettingValues,
  sampleFactsLeft,
  settingsWith,
} from '~/server/shop-settings.ts'
import type { SettingField, SettingPart } from './parts.rules.ts'
import { fieldsOfPart, nameOfFault, settingValue, type TypedSettings, tooLong } from './typed.rules.ts'

/** Result of a settings form: the desk's values, and the settings with them applied. */
export interface ReadSettings {
  readonly values: SettingValues
  readonly settings: ShopSettings
}

/** By form field. */
export type SettingErrors = Readonly<Record<string, string>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isStep = (path: readonly PropertyKey[], whole: readonly PropertyKey[]) =>
  path.every((step, index) => whole[index] === step)

const withValue = (
  tree: SettingValues,
  [step = '', ...rest]: readonly string[],
  value: unknown,
): SettingValues => {
  if (rest.length === 0) return { ...tree, [step]: value }
  const below = valueAt(tree, [step])
  return {
    ...tree,
    [step]: withValue(typeof below === 'object' && below !== null ? { ...below } : {}, rest, value),
  }
}

const withoutValue = (tree: SettingValues, [step = '', ...rest]: readonly string[]): SettingValues => {
  const { [step]: below, ...others } = tree
  if (rest.length === 0 || typeof below !== 'object' || below === null) return others
  const left = withoutValue({ ...below }, rest)
  return Object.keys(left).length === 0 ? others : { ...others, [step]: left }
}

/** The desk's values with the typed part; values equal to the file's are not stored. */
const valuesWith = (
  part: SettingPart,
  typed: TypedSettings,
  own: OwnSettings,
  values: SettingValues,
): SettingValues =>
  fieldsOfPart(part).reduce((tree, field) => {
    const value = settingValue(field, typed)
    return isSame(value, valueAt(own.settings, field.path))
      ? withoutValue(tree, field.path)
      : withValue(tree, field.path, value)
  }, values)

/** The desk's values without one part, which falls back to the file. */
export const valuesWithout = (part: SettingPart, values: SettingValues): SettingValues =>
  fieldsOfPart(part).reduce((tree, field) => withoutValue(tree, field.path), values)

/** Source of a setting's value: the desk, the owner's file, or the sample. */
export const sourceOf = (
  field: SettingField,
  own: OwnSettings,
  values: SettingValues,
): 'desk' | 'file' | 'sample' => {
  if (valueAt(values, field.path) !== undefined) return 'desk'
  return valueAt(own.own, field.path) === undefined ? 'sample' : 'file'
}

const ofSample = '見本のままでは、お店を開けません。お店のものを入れてください。'

/** Parses and validates a typed part as at shop start; refuses with a message for each field (N50). */
export const readPart = (
  part: SettingPart,
  typed: TypedSettings,
  {
    own,
    values,
    demo,
  }: { readonly own: OwnSettings; readonly values: SettingValues; readonly demo: boolean },
): Result<ReadSettings, SettingErrors> => {
  const fields = fieldsOfPart(part)
  const errors: Record<string, string> = {}
  const next = valuesWith(part, typed, own, values)
  const read = settingsWith(own, next)
  const faults = read.ok
    ? demo
      ? []
      : sampleFactsLeft(read.value).map(({ path }) => ({ path, said: ofSample }))
    : read.error.map(({ path }) => ({ path, said: '' }))
  for (const { path, said } of faults) {
    const field = fields.find((each) => isStep(each.path, path) || isStep(path, each.path))
    // An existing error of another part is not this form's to correct.
    if (field !== undefined) errors[nameOfFault(field, path, typed)] ??= said || field.fault
  }
  // A value with a limit of its own is told that one.
  for (const field of fields)
    for (const [name, said] of Object.entries(tooLong(field, typed))) errors[name] ??= said
  if (Object.keys(errors).length > 0) return refused(errors)
  if (!read.ok) throw new Error(`settings beside those of ${part} are at fault`)
  return ok({ values: next, settings: read.value })
}
