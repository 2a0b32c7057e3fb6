import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Choices,
  choiceField,
  drawnIn,
  drawnWith,
  type FieldTexts,
  mergedForm,
  type Present,
  takeChoices,
} from './merged-form.ts'

const labels = { name: '名前', note: 'メモ', from: '最初の日', to: '最後の日', 'days[]': '曜日' }
const wholes = [{ name: 'days', label: '日', fields: ['from', 'to'] }]
type Shown = Record<keyof typeof labels, string>
const units: Readonly<Record<string, readonly (keyof Shown)[]>> = {
  name: ['name'],
  note: ['note'],
  days: ['from', 'to'],
  'days[]': ['days[]'],
}

const state = (version: string, values: FieldTexts): Present => ({ version, values, labels, wholes })

const formOf = (fields: FieldTexts): FormData => {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields))
    for (const value of name.endsWith('[]') ? text.split('\n').filter(Boolean) : [text])
      form.append(name, value)
  return form
}

const typedIn = (form: FormData): FieldTexts =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, form.getAll(name).join('\n')]))

/** A form on the screen, what is stored, and what another screen stores, as often as the rounds last. */
const text = fc.constantFrom('', 'あ', 'い', 'う', 'あ\nい')
const shown: fc.Arbitrary<Shown> = fc.record({
  name: text,
  note: text,
  from: text,
  to: text,
  'days[]': fc.constantFrom('', '月', '月\n火'),
})
const changes = fc.record(
  { name: text, note: text, from: text, to: text, 'days[]': fc.constantFrom('', '月', '火') },
  { requiredKeys: [] },
)

test('N82, N83: however often others are first, the last press writes what she then sees, and never an untouched field’s old value', () => {
  fc.assert(
    fc.property(
      shown,
      changes,
      fc.array(changes, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.constantFrom('typed', 'now')),
      (first, mine, others, choices) => {
        let version = 0
        let stored: FieldTexts = first
        let fields: FieldTexts = { ...first, ...mine }
        let drawn = drawnWith(state('0', first))
        const touched = new Set(
          Object.keys(units).filter((unit) => units[unit]?.some((field) => fields[field] !== first[field])),
        )
        for (const other of others) {
          const before = stored
          stored = { ...stored, ...other }
          version += 1
          const read = drawnIn(drawn, String(version - 1))
          const present = state(String(version), stored)
          const merged = mergedForm(present, read, fields)
          drawn = merged.drawn
          // Each value is the present one, hers, or both to choose from; never that of before.
          for (const [unit, of] of Object.entries(units)) {
            const is = (values: FieldTexts) => of.every((field) => merged.typed[field] === values[field])
            const asked = merged.merged.both.find((each) => each.unit === unit)
            if (!touched.has(unit)) expect(is(stored)).toBe(true)
            if (asked === undefined) expect(is(stored) || is(fields)).toBe(true)
            if (asked === undefined && !is(stored))
              expect(of.every((field) => stored[field] === before[field])).toBe(true)
          }
          const form = formOf(merged.typed)
          for (const { unit } of merged.merged.both) {
            const choice = choices.next().value
            form.set(choiceField(unit), choice)
            if (choice === 'now') touched.delete(unit)
          }
          const next = drawnIn(drawn, String(version))
          if (next === undefined) throw new Error('not drawn')
          const taken: Choices = takeChoices(form, next, present, typedIn)
          expect(taken.undecided).toEqual([])
          fields = typedIn(form)
          for (const { unit, typed, now, values } of merged.merged.both) {
            const [seen, of] = [form.get(choiceField(unit)) === 'now' ? now : typed, units[unit] ?? []]
            if (of.length === 1) expect(fields[of[0] ?? '']).toBe(seen)
            else if (seen === now && form.get(choiceField(unit)) === 'now')
              expect(fields).toMatchObject(values)
          }
        }
      },
    ),
  )
})

test('N83: a value of several fields names those that another screen has changed, and is never split', () => {
  const before = { name: 'あ', note: '', from: '1', to: '2', 'days[]': '' }
  const drawn = drawnIn(drawnWith(state('1', before)), '1')
  const now = state('2', { ...before, to: '9' })
  const untouched = mergedForm(now, drawn, { ...before, name: 'い' })
  expect(untouched.typed).toMatchObject({ name: 'い', from: '1', to: '9' })
  expect(untouched.merged).toEqual({
    taken: [{ name: '日', parts: ['最後の日'], now: '最初の日：1\n最後の日：9', nowPictures: [] }],
    both: [],
  })
  const both = mergedForm(now, drawn, { ...before, from: '0' })
  expect(both.typed).toMatchObject({ from: '0', to: '2' })
  expect(both.merged.both).toMatchObject([
    {
      unit: 'days',
      parts: ['最後の日'],
      typed: '最初の日：0\n最後の日：2',
      values: { from: '1', to: '9' },
    },
  ])
})

test('N82: line ends and NUL are no difference, and the longest texts cost few bytes', () => {
  const long = 'あ'.repeat(10_000)
  const text = drawnWith(state('1', { name: 'a\nb', note: long }))
  expect(text.length).toBeLessThan(300)
  const drawn = drawnIn(text, '1')
  const merged = mergedForm(state('2', { name: 'c', note: 'd' }), drawn, { name: 'a\r\nb\0', note: long })
  expect(merged.typed).toMatchObject({ name: 'c', note: 'd' })
  expect(merged.merged.both).toEqual([])
})

test('N82: photographs and choices are told in words of hers', () => {
  const present: Present = {
    version: 2,
    values: { level: 'easy', picture: '/Image/new.jpg' },
    labels: { level: 'レベル' },
    said: { level: (text) => `「${text}」` },
    wholes: [
      {
        ...{ name: 'pictures', label: '写真', fields: ['picture'] },
        said: () => '1枚',
        pictures: ({ picture = '' }) => [picture],
      },
    ],
  }
  const { merged } = mergedForm(present, undefined, { level: 'hard', picture: '/Image/mine.jpg' })
  expect(merged.both).toMatchObject([
    { name: 'レベル', typed: '「hard」', now: '「easy」' },
    { name: '写真', typed: '1枚', typedPictures: ['/Image/mine.jpg'], nowPictures: ['/Image/new.jpg'] },
  ])
})
