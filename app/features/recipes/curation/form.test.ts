import { expect, onTestFinished, test, vi } from 'vitest'
import { readItemForm } from './form.server.ts'

const formOf = (tags: readonly string[]) => {
  const form = new FormData()
  const fields = { id: 'situation-1', name: 'ギフト', image: '', tags: tags.join('、'), place: '' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

test('D66: of a thousand tags that are too long none is compared, and the form says what is wrong', () => {
  // Whatever is compared is put into one form of its letters first.
  const normalize = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => normalize.mockRestore())
  const compared = () => normalize.mock.contexts.map(String)
  const long = Array.from({ length: 1_000 }, (_, at) => `${at}${'ガ'.repeat(250)}`)
  const { save } = readItemForm(formOf(long), 'situations')
  expect(save.ok).toBe(false)
  // The field as it was typed, once.
  expect(compared().filter((text) => text.includes('ガガ')).length).toBeLessThanOrEqual(1)
  readItemForm(formOf(['ガーゼ', '巾着']), 'situations')
  expect(compared()).toEqual(expect.arrayContaining(['ガーゼ', '巾着']))
})
