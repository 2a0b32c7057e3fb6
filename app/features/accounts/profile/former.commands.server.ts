import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Imports a profile, without admin rights (A2); false where she has one. */
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
