import { expect, type Page } from '@playwright/test'
import { demoMembers } from '../../demo/members.ts'
import { press } from './press.ts'

const [member] = demoMembers

/** Signs the demo's member in through the form, and waits for the gallery. Where that is not what is tested: `beginSession`. */
export const signInAsMember = async (page: Page): Promise<void> => {
  await page.goto('/gallery/login')
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'メールアドレス' }).fill(member?.email ?? '')
  await form.getByLabel('パスワード', { exact: true }).fill(member?.password ?? '')
  await press(form.getByRole('button', { name: 'ログイン', exact: true }))
  await expect(page).toHaveURL('/gallery')
}
