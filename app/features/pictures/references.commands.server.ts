import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { inChunks } from '~/server/database/engine.ts'
import { keepUploads } from './commands.server.ts'
import { sharedOwners, uploadNameOf, uploadNamesOf, uploadUrl } from './rules.ts'
import { letGo } from './upload-room.rules.ts'

/**
 * A step of the transaction in which `owner` begins to refer to uploads: from here on none of them is removed, and none waits for
 * its use. Gives the addresses that are no uploads of ours, or are none any more, or were put there by somebody else (R40): then
 * the reference must not be written.
 */
export const claimUploads = async (
  trx: Transaction<Schema>,
  { now, owner }: { readonly now: number; readonly owner: string },
  urls: readonly string[],
): Promise<readonly string[]> => {
  const names = uploadNamesOf(urls)
  if (names.length === 0) return urls
  const rows = await trx
    .selectFrom('uploadOwner')
    .select('name')
    .where('name', 'in', names)
    .where('owner', 'in', [owner, sharedOwners.anybody])
    .execute()
  const own = new Set(rows.map(({ name }) => name))
  const hers = urls.filter((url) => own.has(uploadNameOf(url) ?? ''))
  const gone = new Set(await keepUploads(trx, now, hers))
  const missing = urls.filter((url) => !hers.includes(url) || gone.has(url))
  if (missing.length === 0)
    await trx.updateTable('uploadOwner').set({ waiting: 0 }).where('name', 'in', names).execute()
  return missing
}

/** A step of the transaction that stops referring to uploads: what nothing else refers to goes with the next collection (A17). */
export const releaseUploads = async (trx: Transaction<Schema>, urls: readonly string[]): Promise<void> => {
  for (const names of inChunks(uploadNamesOf(urls)))
    await trx
      .updateTable('upload')
      .set({ lastPutAt: letGo })
      .where('name', 'in', names)
      .where('lastPutAt', '>', 0)
      .execute()
}

/** A step of the transaction in which an account goes: what she alone put and never used goes with the next collection (A17). */
export const releaseWaiting = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  const rows = await trx
    .selectFrom('uploadOwner')
    .select('name')
    .where('owner', '=', member)
    .where('waiting', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploadOwner as other')
            .select('other.name')
            .whereRef('other.name', '=', 'uploadOwner.name')
            .where('other.owner', '!=', member),
        ),
      ),
    )
    .execute()
  await releaseUploads(
    trx,
    rows.map(({ name }) => uploadUrl(name)),
  )
}
