import type { Insertable } from 'kysely'
import type { LinkItemTable } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { CommandContext } from '~/server/context.ts'
import type { LinkItem } from './links.rules.ts'

const rowOf = (
  item: LinkItem,
  position: number,
  source: LinkItemTable['source'],
): Insertable<LinkItemTable> => ({
  id: item.id,
  title: item.title,
  price: item.price,
  imageUrl: item.imageUrl,
  applyUrl: item.applyUrl,
  influencerUrl: item.influencerUrl,
  position,
  source,
})

/**
 * Writes collaborations in the order given; those with the same id are overwritten. With `replace`, every other one goes.
 * All of it or nothing.
 */
export const putLinks = (
  { db }: CommandContext,
  _actor: Actor,
  { items, replace }: { readonly items: readonly LinkItem[]; readonly replace: boolean },
): Promise<{ readonly written: number; readonly removed: number }> =>
  db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('linkItem').select('id').execute()
    const kept = new Set(items.map(({ id }) => id))
    const gone = replace ? before.filter(({ id }) => !kept.has(id)) : []
    for (const { id } of gone) await trx.deleteFrom('linkItem').where('id', '=', id).execute()
    for (const [position, item] of items.entries()) {
      const { id, ...values } = rowOf(item, position, 'own')
      await trx
        .insertInto('linkItem')
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute()
    }
    return { written: items.length, removed: gone.length }
  })

/** Puts the demo's collaborations where they are missing; what is there is left alone, so this may run at each start. */
export const seedDemoLinks = async (
  { db }: CommandContext,
  _actor: Actor,
  links: readonly LinkItem[],
): Promise<void> => {
  if (links.length === 0) return
  await db
    .insertInto('linkItem')
    .values(links.map((item, position) => rowOf(item, position, 'demo')))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Takes the demo's collaborations away, when a demo ends. */
export const removeDemoLinks = async ({ db }: CommandContext, _actor: Actor): Promise<void> => {
  await db.deleteFrom('linkItem').where('source', '=', 'demo').execute()
}
