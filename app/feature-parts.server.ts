import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { OwnerContext } from './features/orders/payment/commands.server.ts'
import type { UploadsInUse } from './features/pictures/collection.commands.server.ts'
import type { ReadProductPictures } from './features/pictures/jobs.server.ts'
import type { UploadsShownBy } from './features/pictures/missing.queries.server.ts'
import type { SitemapEntry } from './features/shop/site-pages/sitemap.rules.ts'
import type { Actor } from './kernel/actor.ts'
import type { AlarmSource } from './server/alarms.ts'
import type { AppContext, MemberSteps } from './server/app-context.ts'
import type { AnyAct } from './server/desk-act.ts'
import type { DeskCardSource } from './server/desk-cards.ts'
import type { Job } from './server/jobs.ts'
import type { NamedList } from './server/named-list.ts'
import type { OwnerCommand } from './server/owner-command.ts'
import type { FoldAgain } from './server/search/fold-again.ts'
import type { Services } from './services.server.ts'

/** Pages of one kind for search engines, in a stable order. */
export interface SitemapSource {
  readonly name: string
  readonly count: (ctx: AppContext) => Promise<number>
  readonly entries: (
    ctx: AppContext,
    range: { readonly from: number; readonly most: number },
  ) => Promise<readonly SitemapEntry[]>
}

/** What all features bring together, for a job of one of them. */
export interface OfAllFeatures {
  readonly uploadsInUse: UploadsInUse
  readonly uploadsShownBy: UploadsShownBy
  readonly productPictures: ReadProductPictures
  readonly alarmSources: readonly AlarmSource[]
}

/** What a folder below `app/features` brings to the shop; its `feature.server.ts` exports it. */
export interface Feature {
  /** Its folder. */
  readonly name: string
  /** Its tables by the sub-folder that alone writes them; `.` is the folder itself. */
  readonly tables?: Readonly<Record<string, readonly (keyof Schema)[]>>
  readonly prepare?: (ctx: AppContext, actor: Actor) => Promise<void>
  readonly jobs?: (services: Services, all: OfAllFeatures) => readonly Job[]
  /** `put` adds what is missing at each start of a demo; `remove` runs when the demo becomes a real shop. */
  readonly demo?: {
    readonly put?: (ctx: AppContext, actor: Actor) => Promise<void>
    readonly remove: (ctx: AppContext) => Promise<void>
    /** Lines at the end of what the terminal says at a start. */
    readonly announcements?: (siteOrigin: string) => readonly string[]
  }
  /** Which of these uploads its rows use; those that no feature uses are removed after a week. */
  readonly uploadsInUse?: readonly UploadsInUse[]
  /** Where its rows show them. */
  readonly uploadsShownBy?: readonly UploadsShownBy[]
  /** Pictures that its products show, a list per screen in its order: the shop copies them. */
  readonly productPictures?: ReadProductPictures
  /** Fills its part of the search index from its rows, since copies contain no texts. */
  readonly rebuildSearch?: (trx: Transaction<Schema>) => Promise<void>
  /** For what it has stored as searches compare it, when the folding of texts has changed (W46). */
  readonly foldAgain?: readonly FoldAgain[]
  readonly sitemap?: readonly SitemapSource[]
  /** By the name in `npm run`; features may share one. */
  readonly commands?: Readonly<Record<string, readonly OwnerCommand<OwnerContext>[]>>
  /** In the transaction that deletes an account (A17) or changes a display name. */
  readonly onMemberGone?: MemberSteps['gone']
  readonly onMemberRenamed?: MemberSteps['renamed']
  /** In the transaction that suspends a member or lifts it (A27.2). */
  readonly onMemberSuspended?: MemberSteps['suspended']
  /** Its cards of きょう, the first page of the desk. */
  readonly deskCards?: readonly DeskCardSource[]
  /** What is wrong and the owner must know (N23). */
  readonly alarms?: readonly AlarmSource[]
  /** What is done of it at the desk. */
  readonly acts?: readonly AnyAct[]
  /** Its lists at the desk whose addresses a person may name (N134). */
  readonly deskLists?: readonly NamedList[]
}
