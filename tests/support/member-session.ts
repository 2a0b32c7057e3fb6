import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { changeData, readData } from './shop-database.ts'
import type { ShopProcess } from './shop-process.ts'

/**
 * Gives the browser a session of the demo's member with this address without the login form, so that it counts against
 * none of its limits; gives her id.
 */
export const beginSession = async (
  context: BrowserContext,
  { dataDir, origin }: Pick<ShopProcess, 'dataDir' | 'origin'>,
  email = 'member@demo.example',
): Promise<string> => {
  const id = String(readData(dataDir, `select id from member where email = '${email}'`)[0]?.id)
  const token = randomUUID()
  const [now, later] = [0, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString())
  changeData(
    dataDir,
    `insert into member_session (id, member_id, token, expires_at, user_agent, created_at, updated_at)
     values ('${randomUUID()}', '${id}', '${token}', '${later}', 'a test', '${now}', '${now}')`,
  )
  const secret = readFileSync(join(dataDir, 'auth-secret'), 'utf8').trim()
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  await context.addCookies([
    {
      name: 'better-auth.session_token',
      value: encodeURIComponent(`${token}.${signature}`),
      url: origin,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
  return id
}

/** A member without recipes or favourites, signed in. */
export const beginSessionOfNewMember = async (
  context: BrowserContext,
  shop: Pick<ShopProcess, 'dataDir' | 'origin'>,
): Promise<{ readonly id: string; readonly email: string }> => {
  const id = randomUUID()
  const email = `${id}@new.example`
  const now = new Date().toISOString()
  changeData(
    shop.dataDir,
    `insert into member (id, name, email, email_verified, created_at, updated_at)
     values ('${id}', '新しい人', '${email}', 1, '${now}', '${now}')`,
  )
  changeData(
    shop.dataDir,
    `insert into member_profile (member_id, join_date, updated_at) values ('${id}', '2026年4月', 0)`,
  )
  await beginSession(context, shop, email)
  return { id, email }
}
