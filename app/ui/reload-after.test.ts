import { expect, test } from 'vitest'
import { reloadAfter } from './reload-after.ts'

const formOf = (act: string): FormData => {
  const form = new FormData()
  form.set('act', act)
  return form
}

test('N1: a page is read again after success and after the refusals that it names, but for forms that keep what was typed', () => {
  const isReadAgain = (
    actionStatus: number | undefined,
    defaultShouldRevalidate = false,
    act: string | undefined = undefined,
  ) =>
    reloadAfter(
      [409],
      ['save'],
    )({
      actionStatus,
      defaultShouldRevalidate,
      ...(act === undefined ? {} : { formData: formOf(act) }),
    })
  expect([isReadAgain(200, true), isReadAgain(undefined, true), isReadAgain(undefined)]).toEqual([
    true,
    true,
    false,
  ])
  expect([isReadAgain(409), isReadAgain(409, false, 'remove'), isReadAgain(409, false, 'save')]).toEqual([
    true,
    true,
    false,
  ])
  for (const other of [404, 410, 422, 503]) expect(isReadAgain(other), String(other)).toBe(false)
})
