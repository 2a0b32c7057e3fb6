import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { publicProfile } from '~/features/accounts/profile/queries.server.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import { shownTo } from '~/features/comments/queries.server.ts'
import { commentAnchor, possibleCommentId } from '~/features/comments/rules.ts'
import { visibleTo } from '~/features/recipes/list.queries.server.ts'
import { memberPath, recipePath } from '~/features/recipes/list.rules.ts'
import { recipeOfId } from '~/features/recipes/recipe.queries.server.ts'
import { photographsOf } from '~/features/recipes/recipe.rules.ts'
import { href } from '~/href.ts'
import type { Actor, Requester } from '~/kernel/actor.ts'
import { parsedJson } from '~/kernel/json.ts'
import { cutText } from '~/kernel/text.ts'
import type { ReportableThing, ReportKind, SeenThing } from './rules.ts'

/** Where a thing stands; a comment below its recipe. */
export const pathOfThing = (kind: ReportKind, id: string, recipe: string | null): string => {
  if (kind === 'profile') return memberPath(id)
  if (kind === 'recipe') return recipePath(id)
  return recipe === null ? href('/gallery') : `${recipePath(recipe)}#${commentAnchor(id)}`
}

const longestTitle = 200
const longestText = 3_000
const mostPictures = 12
const longestAddress = 500

const bounded = ({ title, text, pictures }: SeenThing): SeenThing => ({
  title: cutText(title, longestTitle),
  text: cutText(text, longestText),
  pictures: [...new Set(pictures)]
    .filter((url) => url !== '' && url.length <= longestAddress)
    .slice(0, mostPictures),
})

const lines = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')

type Thing = Omit<ReportableThing, 'seen'> & { readonly seen: SeenThing }

const recipe = async (db: Kysely<Schema>, viewer: Actor, id: string): Promise<Thing | undefined> => {
  const found = await recipeOfId(db, viewer, id)
  if (found === undefined) return undefined
  const { title, author, steps, affiliateProducts } = found
  const text = lines([
    found.description,
    ...found.ingredients,
    ...steps.map(({ description }) => description),
    found.websiteExplanation,
    found.youtubeUrl,
    found.pdfUrl,
    ...affiliateProducts.map(({ name, description, productUrl }) => lines([name, description, productUrl])),
    found.tags.map((tag) => `#${tag}`).join(' '),
  ])
  const pictures = [
    ...photographsOf(found),
    ...steps.map(({ imageUrl = '' }) => imageUrl),
    ...affiliateProducts.map(({ imageUrl = '' }) => imageUrl),
  ]
  const path = pathOfThing('recipe', id, null)
  return {
    kind: 'recipe',
    id,
    authorId: author.id,
    authorName: author.name,
    path,
    seen: { title, text, pictures },
  }
}

const comment = async (db: Kysely<Schema>, viewer: Actor, id: string): Promise<Thing | undefined> => {
  if (!possibleCommentId.test(id)) return undefined
  const row = await db
    .selectFrom('comment')
    .innerJoin('recipe', 'recipe.id', 'comment.recipeId')
    .leftJoin('member', 'member.id', 'comment.authorId')
    .where('comment.id', '=', id)
    .where(shownTo(viewer))
    .where(visibleTo(viewer))
    .select(['comment.recipeId', 'comment.text', 'recipe.title', 'member.id as authorId', 'member.name'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    kind: 'comment',
    id,
    authorId: row.authorId,
    authorName: publicName(row.name ?? ''),
    path: pathOfThing('comment', id, row.recipeId),
    seen: { title: row.title, text: row.text, pictures: [] },
  }
}

const profile = async (db: Kysely<Schema>, id: string): Promise<Thing | undefined> => {
  const found = await publicProfile(db, id)
  if (found === undefined) return undefined
  const { profile: shown } = found
  const text = lines([
    shown.bio,
    shown.hometown,
    shown.favoriteFood,
    shown.cookingStyle,
    shown.personalStory,
    ...shown.interests,
    ...shown.achievements,
    ...Object.values(shown.authorSNS),
    ...Object.values(shown.formerSNS),
  ])
  return {
    kind: 'profile',
    id,
    authorId: id,
    authorName: shown.displayName,
    path: pathOfThing('profile', id, null),
    seen: { title: shown.displayName, text, pictures: [shown.photoURL] },
  }
}

const readers: Readonly<Record<ReportKind, typeof recipe>> = {
  recipe,
  comment,
  // Everybody sees the same of a profile.
  profile: (db, _, id) => profile(db, id),
}

/** What `viewer` sees at its place and may report; undefined for what is hidden, gone or was never there: nobody learns which. */
export const reportableThing = async (
  db: Kysely<Schema>,
  viewer: Actor,
  kind: ReportKind,
  id: string,
): Promise<ReportableThing | undefined> => {
  const thing = await readers[kind](db, viewer, id)
  return thing && { ...thing, seen: bounded(thing.seen) }
}

/** By whom an actor is known, whatever she came through; null for a visitor. */
export const memberOf = (actor: Requester): string | null => {
  if (actor.kind === 'member' || actor.kind === 'desk') return actor.id
  return actor.kind === 'curator' ? (actor.signedInAs ?? null) : null
}

/** In `report.reporter`. */
export const reporterOfMember = (member: string): string => `m:${member}`

/** Whether this reporter has told the shop of it, answered or not (R50). */
export const isReportedBy = async (
  db: Kysely<Schema>,
  { kind, id }: Pick<ReportableThing, 'kind' | 'id'>,
  reporter: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('report')
    .innerJoin('reportCase', 'reportCase.id', 'report.caseId')
    .where('reportCase.kind', '=', kind)
    .where('reportCase.thingId', '=', id)
    .where('report.reporter', '=', reporter)
    .select('report.id')
    .executeTakeFirst()
  return row !== undefined
}

const seenShape = z.object({ title: z.string(), text: z.string(), pictures: z.array(z.string()) })

/** Reads `report.seen`; null for ''. */
export const seenIn = (json: string): SeenThing | null =>
  json === '' ? null : seenShape.catch({ title: '', text: '', pictures: [] }).parse(parsedJson(json))
