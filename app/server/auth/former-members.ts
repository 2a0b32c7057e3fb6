import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'

/** Adds a former site's account under `id`, without a password; false where that member is there. Throws for another's address. */
export const addFormerMember = async (
  trx: Transaction<Schema>,
  member: {
    readonly id: MemberId
    readonly email: string
    readonly name: string
    readonly createdAt: string
  },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('member')
    .values({ ...member, emailVerified: 0, updatedAt: member.createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Imported members who have set no password, by id, at most `most` after the id `after`. */
export const membersWithoutPassword = (
  db: Kysely<Schema>,
  { after, most }: { readonly after: string; readonly most: number },
) =>
  db
    .selectFrom('member')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberAccount')
            .select('memberAccount.id')
            .whereRef('memberAccount.memberId', '=', 'member.id')
            .where('memberAccount.password', 'is not', null),
        ),
      ),
    )
    .where('id', '>', after)
    .select(['id', 'name', 'email'])
    .orderBy('id')
    .limit(most)
    .execute()
