import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { valueAt } from '~/kernel/json.ts'
import { laidOver } from '~/ui/form-draft.ts'
import { typedForm } from './form.rules.ts'
import { asksAgain, settingFields, settingLabel, settingPartNames } from './parts.rules.ts'
import { readPart } from './reading.server.ts'
import { fieldsOfPart, namesOf, settingValue, typedOf, typedPart } from './typed.rules.ts'

const multiline = new Set<string>(
  settingFields
    .filter(({ kind }) => kind === 'text' || kind === 'lines' || kind === 'days')
    .map(({ name }) => name),
)

const own = { settings: shopSettings, file: '', own: {} }

describe('N50: settings as they are typed', () => {
  test('each field names a setting, and each of its names is called something', () => {
    for (const field of settingFields) {
      expect(valueAt(shopSettings, field.path), field.name).not.toBeUndefined()
      for (const name of namesOf(field)) expect(settingLabel(name), name).toMatch(/\S/)
    }
    expect(settingLabel('nothing')).toBeUndefined()
  })

  test('what is shown is read back as it was', () => {
    const closedDays = ['2026-12-30', { from: '2027-01-01', to: '2027-01-03' }]
    const settings = { ...shopSettings, closedDays, cutOff: '15:00' }
    for (const field of settingFields) {
      const value = valueAt(settings, field.path)
      expect(settingValue(field, typedOf(field, value)), field.name).toEqual(value)
    }
  })

  test('R19: a form that nobody touched gives back what it was filled with, whatever the order of its days', () => {
    const open = [{ days: ['Sunday', 'Monday', 'Saturday'], opens: '09:00', closes: '18:00' }] as const
    const seller = { ...shopSettings.seller, address: '東京都\n世田谷区' }
    const settings = { ...shopSettings, hours: { ...shopSettings.hours, open }, seller }
    for (const part of settingPartNames) {
      const shown = typedPart(part, settings)
      const form = new FormData()
      for (const [name, text] of Object.entries(shown)) {
        const row = /^days(\d)$/.exec(name)?.[1]
        if (row !== undefined) for (const day of text.split(',')) form.append(`days${row}[]`, day)
        else if (multiline.has(name)) form.set(name, text)
        else form.set(name, text.replace(/\n/g, ''))
      }
      expect(typedForm(part, form)).toEqual(shown)
    }
  })

  test('R19: a day that was taken out stays out when its draft is read', () => {
    const days = (...names: readonly string[]) => {
      const form = new FormData()
      for (const name of names) form.append('days1[]', name)
      return form
    }
    const laid = laidOver(days('Monday', 'Tuesday'), days('Tuesday'))
    expect(typedForm('hours', laid)).toMatchObject({ days1: 'Tuesday' })
    expect(typedForm('hours', laidOver(days('Monday'), days()))).toMatchObject({ days1: '' })
  })

  test.each([
    ['2026/1/3', '2026-01-03'],
    ['2026-12-30 〜 2027-1-3', { from: '2026-12-30', to: '2027-01-03' }],
    ['２０２６－１２－３０～2027-01-03', { from: '2026-12-30', to: '2027-01-03' }],
    ['2026-12-30から2026-12-31', { from: '2026-12-30', to: '2026-12-31' }],
    ['2026-12-30〜', '2026-12-30'],
    ['令和8年12月30日〜R9.1.3', { from: '2026-12-30', to: '2027-01-03' }],
    ['20261230', '2026-12-30'],
    ['きのう', 'きのう'],
  ])('a closed day %s is understood', (typed, day) => {
    const field = settingFields.find(({ kind }) => kind === 'days')
    expect(field && settingValue(field, { closedDays: typed })).toEqual([day])
  })

  test.each([
    ['￥400', 400],
    ['¥ 1,400', 1400],
    ['\\400円', 400],
    ['400', 400],
    ['４００　円', 400],
    ['$10', '$10'],
    ['66O', '66O'],
    ['4円00', '4円00'],
    ['＄10', '＄10'],
    ['€10', '€10'],
    ['400¥', '400¥'],
  ])('a fee of %s is read as %s', (typed, fee) => {
    const field = settingFields.find(({ kind }) => kind === 'bands')
    const row = { below1: '￥4,400', fee1: typed }
    expect(field && settingValue(field, row)).toEqual([{ below: 4400, fee }])
  })

  test.each([
    ['7', 7],
    ['７日', 7],
    ['7 日', 7],
    ['￥7日', '￥7日'],
    ['7円', '7円'],
    ['1,000', '1,000'],
  ])('N74: a count of %s is read as %s', (typed, days) => {
    const field = settingFields.find(({ path }) => path.join('.') === 'terms.returnDays')
    expect(field && settingValue(field, { [field.name]: typed })).toBe(days)
  })

  test('whatever is typed gets values or errors beside fields that the form has', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('', '0', '99999999999', '9:00', 'T1234567890123', 'Monday,x'),
    )
    for (const part of settingPartNames) {
      const names = fieldsOfPart(part).flatMap(namesOf)
      fc.assert(
        fc.property(fc.constantFrom(...names), text, (name, typed) => {
          const sent = { ...typedPart(part, shopSettings), [name]: typed }
          const read = readPart(part, sent, { own, values: {}, demo: true })
          if (!read.ok)
            expect([...names, ...fieldsOfPart(part).map((field) => field.name)]).toEqual(
              expect.arrayContaining(Object.keys(read.error)),
            )
        }),
        { numRuns: 60 },
      )
    }
  })
})

test('N50: the boxes of a row of hours are its days, and what the preview sends on is the same', () => {
  const sent = new FormData()
  for (const [name, text] of Object.entries({
    opens1: '9:00',
    closes1: '18:00',
    cutOff: '1\r\n5',
  }))
    sent.set(name, text)
  for (const day of ['Monday', 'Friday']) sent.append('days1[]', day)
  const typed = typedForm('hours', sent)
  expect(typed).toMatchObject({ days1: 'Monday,Friday', days2: '', opens1: '9:00', cutOff: '1\n5' })
  const again = new FormData()
  for (const [name, text] of Object.entries(typed)) again.set(name, text)
  expect(typedForm('hours', again)).toEqual(typed)
})

test('N3: of all parts of the settings those about money and the seller ask again who she is', () => {
  expect(settingPartNames.length).toBeGreaterThan(3)
  expect(settingPartNames.filter(asksAgain)).toEqual(['fees', 'seller', 'parcels'])
})
