import { expect, test, vi } from 'vitest'
import { searchText } from '~/kernel/search-text.ts'
import { readItemForm } from './curation-form.server.ts'

vi.mock(import('~/kernel/search-text.ts'), async (original) => {
  const module = await original()
  return { ...module, searchText: vi.fn(module.searchText) }
})

const formOf = (tags: readonly string[]) => {
  const form = new FormData()
  const fields = { id: 'situation-1', name: 'ギフト', image: '', tags: tags.join('、'), place: '' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

test('D66: of a thousand tags that are too long none is compared, and the form says what is wrong', () => {
  const long = Array.from({ length: 1_000 }, (_, at) => `${at}${'ガ'.repeat(250)}`)
  const { save } = readItemForm(formOf(long), 'situations')
  expect(save.ok).toBe(false)
  expect(vi.mocked(searchText).mock.calls).toEqual([['ギフト']])
  readItemForm(formOf(['ガーゼ', '巾着']), 'situations')
  expect(vi.mocked(searchText).mock.calls.flat()).toEqual(expect.arrayContaining(['ガーゼ', '巾着']))
})
