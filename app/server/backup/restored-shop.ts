import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { rememberShopState, shopState } from '../shop-state.ts'

const restoredSchema = z.object({
  /** Epoch ms when the backup began: later payments are known to the provider alone. */
  backupAt: z.int(),
  /** Epoch ms; older rows came with the backup. */
  restoredAt: z.int(),
  /** What the provider reported (D28); null until it was asked. */
  takenIn: z.object({ at: z.int(), orders: z.int(), unclear: z.int() }).nullable(),
})

export type RestoredShop = z.infer<typeof restoredSchema>

export const restoredShop = async (db: Kysely<Schema>): Promise<RestoredShop | null> => {
  const text = await shopState(db, 'restored')
  return text === undefined ? null : restoredSchema.parse(JSON.parse(text))
}

export const noteRestored = (db: Kysely<Schema>, restored: RestoredShop): Promise<void> =>
  rememberShopState(db, 'restored', JSON.stringify(restored))

export const heldText =
  '控えから戻したため、送信を止めました（控えのあとに、もう送られているかもしれません）。'
