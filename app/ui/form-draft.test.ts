import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOf, formInDraft, laidOver, withTypedEarly } from './form-draft.ts'

const formOf = (...entries: readonly (readonly [string, string])[]): FormData => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

test('R19: a draft is read as it was stored, files and damage left out', () => {
  const form = formOf(['title', '巾着'], ['step[]', '裁つ'], ['step[]', '縫う'])
  form.append('photo', new File(['x'], 'x.jpg'))
  const stored: unknown = JSON.parse(JSON.stringify(entriesOf(form)))
  expect([...(formInDraft(stored) ?? [])]).toEqual([
    ['title', '巾着'],
    ['step[]', '裁つ'],
    ['step[]', '縫う'],
  ])
  const damaged = { entries: [['title', '巾着'], ['x'], 'y', [1, 'z'], null] }
  expect([...(formInDraft(damaged) ?? [])]).toEqual([['title', '巾着']])
  for (const other of [null, undefined, 7, 'x', {}, { entries: 'x' }]) expect(formInDraft(other)).toBeNull()
})

test('R19: a field that a draft does not know keeps what stands in the form', () => {
  const laid = laidOver(
    formOf(['title', ''], ['tags', '布'], ['step[]', 'a']),
    formOf(['title', '巾着'], ['step[]', 'b']),
  )
  expect([...laid].sort()).toEqual([
    ['step[]', 'b'],
    ['tags', '布'],
    ['title', '巾着'],
  ])
})

test('R19: rows that were all removed do not come back from what is saved', () => {
  const laid = laidOver(
    formOf(['title', '巾着'], ['step[]', 'a'], ['step[]', 'b']),
    formOf(['title', 'ポーチ']),
  )
  expect([...laid]).toEqual([['title', 'ポーチ']])
})

const saved = { title: '', text: '一\n二', steps: [{ id: '1', text: '' }] }

test.each([
  ['nothing', {}, { title: '巾着' }, { title: '巾着' }, false],
  ['what the draft says too', { title: '巾着' }, { title: '巾着' }, { title: '巾着' }, false],
  ['another field', { title: 'あ' }, { steps: [] }, { title: 'あ', steps: [] }, false],
  ['the line ends of another system alone', { text: '一\r\n二' }, { text: '三' }, { text: '三' }, false],
  [
    'another text in the same field',
    { title: 'あ' },
    { title: '巾着', text: '三' },
    { title: 'あ', text: '三' },
    true,
  ],
  [
    'another row',
    { steps: [{ id: '1', text: 'あ' }] },
    { steps: [] },
    { steps: [{ id: '1', text: 'あ' }] },
    true,
  ],
])('R19: typed early was %s', (_, early, draft, whole, replaces) => {
  expect(withTypedEarly({ ...saved, ...draft }, { ...saved, ...early }, saved)).toEqual({
    typed: { ...saved, ...whole },
    replaces,
  })
})

test('R19: nothing that was typed early is lost, and nothing of the draft that is not kept beside it', () => {
  const text = fc.constantFrom('', 'a', 'b')
  const form = fc.record({ title: text, text, tags: text })
  fc.assert(
    fc.property(form, form, form, (draft, early, before) => {
      const { typed, replaces } = withTypedEarly(draft, early, before)
      for (const field of ['title', 'text', 'tags'] as const) {
        if (early[field] !== before[field]) expect(typed[field]).toBe(early[field])
        else expect(typed[field]).toBe(draft[field])
        const isHers = draft[field] !== before[field]
        if (isHers && !replaces) expect(typed[field]).toBe(draft[field])
      }
    }),
  )
})
