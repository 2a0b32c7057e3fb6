import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** A step of a transaction: what a new member said of herself elsewhere; false where she has a profile. Nobody is an admin by it (A2). */
export const putFormerProfile = async (
  trx: Transaction<Schema>,
  profile: Omit<Insertable<Schema['memberProfile']>, 'role' | 'source'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('memberProfile')
    .values({ ...profile, role: 'member', source: 'own' })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
