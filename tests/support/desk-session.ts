import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { beginSession } from './member-session.ts'
import { changeData, readData } from './shop-database.ts'
import type { ShopProcess } from './shop-process.ts'

/**
 * Signs the browser in as the demo's owner or packer and lets it pass the door of the desk, beside its forms, so that no code is used
 * up. `confirmedAt` (epoch ms) is the last confirmation: now by default, so that no sheet asks for it again (N3).
 */
export const enterDesk = async (
  page: Page,
  role: 'owner' | 'packer',
  shop: Pick<ShopProcess, 'dataDir' | 'origin'>,
  confirmedAt = Date.now(),
): Promise<void> => {
  const id = await beginSession(page.context(), shop, `${role}@demo.example`)
  const [session] = readData(
    shop.dataDir,
    `select id from member_session where member_id = '${id}' order by rowid desc limit 1`,
  )
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  const now = Date.now()
  changeData(
    shop.dataDir,
    `insert into desk_session (id, token_hash, member_id, member_session_id, role, user_agent, began_at, seen_at, confirmed_at)
     values ('${randomUUID()}', '${hash}', '${id}', '${session?.id}', '${role}', 'a test', ${now}, ${now}, ${confirmedAt})`,
  )
  await page
    .context()
    .addCookies([{ name: 'desk-session', value: token, url: shop.origin, httpOnly: true, sameSite: 'Lax' }])
}
