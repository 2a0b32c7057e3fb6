import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { rememberShopState, shopState } from '../shop-state.ts'

const restoredSchema = z.object({
  /** Epoch ms of the beginning of the backup: what was paid since is at the provider alone. */
  backupAt: z.int(),
  /** Epoch ms; whatever is older came with the backup. */
  restoredAt: z.int(),
  /** What the provider had, once it was asked (D28); null before. */
  takenIn: z.object({ at: z.int(), orders: z.int(), unclear: z.int() }).nullable(),
})

/** What a shop that came from a backup knows of it. */
export type RestoredShop = z.infer<typeof restoredSchema>

/** Null in a shop that never was restored. */
export const restoredShop = async (db: Kysely<Schema>): Promise<RestoredShop | null> => {
  const text = await shopState(db, 'restored')
  return text === undefined ? null : restoredSchema.parse(JSON.parse(text))
}

export const noteRestored = (db: Kysely<Schema>, restored: RestoredShop): Promise<void> =>
  rememberShopState(db, 'restored', JSON.stringify(restored))

export const heldText =
  '控えから戻したため、送信を止めました（控えのあとに、もう送られているかもしれません）。'
