import { expect, test } from 'vitest'
import { readCredentials, readRegistration, signInFields } from './forms.server.ts'

const posted = (fields: Record<string, string>) =>
  signInFields(new Request('https://shop.example', { method: 'POST', body: new URLSearchParams(fields) }))

test.each(['  kiku-to-ume-7  ', 'ｋｉｋｕ－と－梅７', ' Kiku\tto ume ', 'が菊と梅の花'])(
  'ASVS 6.2.8: a password is neither trimmed nor altered: %j',
  async (password) => {
    const typed = await posted({
      name: '花子',
      email: 'hanako@mail.example',
      password,
      confirmation: password,
    })
    expect(readCredentials(typed)).toMatchObject({ ok: true, value: { password } })
    expect(await readRegistration(typed, [])).toMatchObject({ ok: true, value: { password } })
  },
)

test('a body that is no form is an empty one, and says what is missing', async () => {
  const typed = await signInFields(new Request('https://shop.example', { method: 'POST', body: '{}' }))
  expect(readCredentials(typed)).toMatchObject({ ok: false, error: { password: expect.any(String) } })
})
