import { expect, type Page } from '@playwright/test'
import { demoMembers } from '../../db/demo/members.ts'

const emailOf = {
  member: 'member@demo.example',
  'without-posting': 'no-posting@demo.example',
  admin: 'admin@demo.example',
} as const

/** Signs in with a login of the demo through the form, and waits for the gallery. */
export const signInAs = async (page: Page, who: keyof typeof emailOf): Promise<void> => {
  const member = demoMembers.find(({ email }) => email === emailOf[who])
  await page.goto('/gallery/login')
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'メールアドレス' }).fill(emailOf[who])
  await form.getByLabel('パスワード', { exact: true }).fill(member?.password ?? '')
  await form.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page).toHaveURL('/gallery')
}
