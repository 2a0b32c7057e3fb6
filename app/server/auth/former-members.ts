import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'

/** Makes a former site's account under its id, or gives the one with this address; null unless its member has verified it. */
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
