import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { memberIdTyped } from '~/kernel/actor.ts'
import { summaryLine } from '~/kernel/text.ts'
import { invitedPerson } from '~/server/auth/desk-people.ts'
import { ownSessions } from '~/server/auth/sessions.ts'
import { standingOf } from '../standing/queries.server.ts'
import { type MemberOfDesk, shownOfMember } from './rules.ts'

const shownCharacters = 80

/** Undefined without such a member. */
export const memberOfDesk = async (
  db: Kysely<Schema>,
  typed: string,
  now: number,
): Promise<MemberOfDesk | undefined> => {
  const id = memberIdTyped(typed)
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('member')
    .where('member.id', '=', id)
    .select(['name', 'email', 'emailVerified', 'createdAt'])
    .select([
      sql<number>`(select count(*) from recipe where recipe.author_id = member.id)`.as('recipes'),
      sql<number>`(select count(*) from comment where comment.author_id = member.id)`.as('comments'),
      sql<number>`(select count(*) from recipe_like where recipe_like.member_id = member.id)`.as('likes'),
    ])
    .executeTakeFirst()
  const standing = await standingOf(db, id)
  if (row === undefined || standing === undefined) return undefined
  const [recipes, comments, links, devices, person] = await Promise.all([
    db
      .selectFrom('recipe')
      .where('authorId', '=', id)
      .select(['id', 'title', 'createdAt', 'likes', 'hidden'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(shownOfMember)
      .execute(),
    db
      .selectFrom('comment')
      .innerJoin('recipe', 'recipe.id', 'comment.recipeId')
      .where('comment.authorId', '=', id)
      .select(['comment.id', 'comment.text', 'comment.createdAt', 'comment.hidden'])
      .select(['recipe.id as recipe', 'recipe.title'])
      .orderBy('comment.createdAt', 'desc')
      .orderBy('comment.id', 'desc')
      .limit(shownOfMember)
      .execute(),
    db
      .selectFrom('memberLink')
      .where('memberId', '=', id)
      .where('purpose', 'in', ['change', 'revert'])
      .where('expiresAt', '>', now)
      .where('email', '!=', row.email)
      .select('email')
      .distinct()
      .orderBy('email')
      .limit(shownOfMember)
      .execute(),
    ownSessions(db, id, now),
    invitedPerson(db, id),
  ])
  return {
    id,
    name: row.name,
    email: row.email,
    isVerified: row.emailVerified === 1,
    joinedAt: Date.parse(row.createdAt),
    otherEmails: links.map(({ email }) => email),
    standing,
    isAtDesk: person !== undefined,
    likesGiven: Number(row.likes),
    recipes: {
      total: Number(row.recipes),
      newest: recipes.map(({ hidden, ...recipe }) => ({ ...recipe, isHidden: hidden === 1 })),
    },
    comments: {
      total: Number(row.comments),
      newest: comments.map(({ hidden, text, ...comment }) => ({
        ...comment,
        text: summaryLine(text, shownCharacters),
        isHidden: hidden === 1,
      })),
    },
    // Without the addresses from which she came: nothing needs them here.
    devices: devices.map(({ id: device, userAgent, visitedAt }) => ({ id: device, userAgent, visitedAt })),
  }
}
