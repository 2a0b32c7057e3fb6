import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { putDemoPictures, putLogo } from '#demo/put-pictures.ts'
import { sitemapPaths } from './addresses.ts'
import type { OfAllFeatures, SitemapSource } from './feature-parts.server.ts'
import { formerFacts } from './features/desk/former-acts.rules.ts'
import { missingAmong, pathsInUse, pathsShownBy } from './features/pictures/missing.queries.server.ts'
import { features } from './features.server.ts'
import type { Actor } from './kernel/actor.ts'
import type { ToldAct, ToldActs } from './kernel/facts.ts'
import type { AppContext, MemberSteps } from './server/app-context.ts'
import type { PicturesOfBackup } from './server/backup/create-backup.ts'
import type { AnyAct } from './server/desk-act.ts'
import type { DeskCardSource } from './server/desk-cards.ts'
import type { Job } from './server/jobs.ts'
import type { NamedList } from './server/named-list.ts'
import type { FoldAgain } from './server/search/fold-again.ts'
import type { Services } from './services.server.ts'

/** Below those of the owner's file. */
export { demoSettings } from '#demo/settings.ts'

const atStart: Actor = { kind: 'system', name: 'start' }
const demoActor: Actor = { kind: 'system', name: 'demo' }

/** What must be there before the first page: pictures, demo content or its removal, and what features need. */
export const prepareFeatures = async (ctx: AppContext, endsDemo: boolean): Promise<void> => {
  await putLogo(ctx.imagesDir)
  if (endsDemo) for (const feature of features.toReversed()) await feature.demo?.remove(ctx)
  for (const feature of features) await feature.prepare?.(ctx, atStart)
  if (!ctx.demo) return
  await putDemoPictures(ctx.imagesDir)
  for (const feature of features) await feature.demo?.put?.(ctx, demoActor)
}

const all: OfAllFeatures = {
  uploadsInUse: async (db, names) => {
    const reads = features.flatMap(({ uploadsInUse = [] }) => uploadsInUse)
    return (await Promise.all(reads.map((read) => read(db, names)))).flat()
  },
  /** Of several places the last one. */
  uploadsShownBy: async (db, names) => {
    if (names.length === 0) return new Map()
    const reads = features.flatMap(({ uploadsShownBy = [] }) => uploadsShownBy)
    return new Map((await Promise.all(reads.map((read) => read(db, names)))).flatMap((shown) => [...shown]))
  },
  productPictures: async (db) =>
    (await Promise.all(features.map((feature) => feature.productPictures?.(db) ?? []))).flat(),
  alarmSources: features.flatMap(({ alarms = [] }) => alarms),
}

export const { uploadsInUse, uploadsShownBy, alarmSources } = all

export const jobsOfFeatures = (services: Services): readonly Job[] =>
  features.flatMap((feature) => feature.jobs?.(services, all) ?? [])

export const foldsOfFeatures: readonly FoldAgain[] = features.flatMap(({ foldAgain = [] }) => foldAgain)

export const sitemapSources: readonly SitemapSource[] = [
  {
    name: 'pages',
    count: async () => sitemapPaths.length,
    entries: async (_ctx, { from, most }) => sitemapPaths.slice(from, from + most).map((path) => ({ path })),
  },
  ...features.flatMap(({ sitemap = [] }) => sitemap),
]

/** For a transaction that has copied the rows, since texts of the index are not copied. */
export const rebuildSearch = async (trx: Transaction<Schema>): Promise<void> => {
  for (const feature of features) await feature.rebuildSearch?.(trx)
}

export const picturesOfBackup: PicturesOfBackup = {
  missing: (db, paths) => missingAmong(db, all.uploadsInUse, paths),
  inUse: (db, paths) => pathsInUse(db, all.uploadsInUse, paths),
  shownBy: (db, paths) => pathsShownBy(db, all.uploadsShownBy, paths),
}

/** Later features first, since they use earlier ones. */
export const memberSteps: MemberSteps = {
  gone: async (trx, member, ctx) => {
    for (const feature of features.toReversed()) await feature.onMemberGone?.(trx, member, ctx)
  },
  renamed: async (trx, member, name) => {
    for (const feature of features.toReversed()) await feature.onMemberRenamed?.(trx, member, name)
  },
  suspended: async (trx, member, ctx) => {
    for (const feature of features.toReversed()) await feature.onMemberSuspended?.(trx, member, ctx)
  },
}

/** The cards of きょう, the first page of the desk. */
export const deskCardSources: readonly DeskCardSource[] = features.flatMap(({ deskCards = [] }) => deskCards)

/** Everything that is done at the desk. */
export const acts: readonly AnyAct[] = features.flatMap(({ acts = [] }) => acts)

/** Lists of the desk whose addresses a person may name (N134). */
export const deskListsToName: readonly NamedList[] = features.flatMap(({ deskLists = [] }) => deskLists)

/** For the log and the history of an order, by the names in their rows. */
export const toldActs: ToldActs = new Map<string, ToldAct>([
  ...acts.map(
    ({ act: { name, words, done = `${words}。`, subject, facts, packersSee = false } }) =>
      [name, { words, done, subjects: [subject].flat(), facts, packersSee }] as const,
  ),
  ['', { words: '', done: '', subjects: [], facts: formerFacts, packersSee: false }],
])

/** The words of the desk's log. */
export const actWords: Readonly<Record<string, string>> = Object.fromEntries(
  [...toldActs].flatMap(([name, { words }]) => (name === '' ? [] : [[name, words]])),
)
