import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'

/**
 * A step of a transaction: the account of somebody who was a member elsewhere, under the id of there and without a password or a
 * proof of her address. Gives the account that has the address already where its member has proved that it is hers; null where
 * nobody has, for it may be anybody's.
 */
export const putFormerMember = async (
  trx: Transaction<Schema>,
  member: { readonly id: string; readonly email: string; readonly name: string; readonly createdAt: string },
): Promise<{ readonly id: MemberId; readonly isNew: boolean } | null> => {
  const there = await trx
    .selectFrom('member')
    .where((eb) => eb.or([eb('id', '=', member.id), eb('email', '=', member.email)]))
    .select(['id', 'emailVerified'])
    .execute()
  const same = there.find(({ id }) => id === member.id)
  if (same !== undefined) return { id: memberId(same.id), isNew: false }
  const [other] = there
  if (other !== undefined) return other.emailVerified === 1 ? { id: memberId(other.id), isNew: false } : null
  await trx
    .insertInto('member')
    .values({ ...member, emailVerified: 0, updatedAt: member.createdAt })
    .execute()
  return { id: memberId(member.id), isNew: true }
}

/** Members who came without a password and have set none, of whom `after` is the last that was seen; in the order of their ids. */
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
