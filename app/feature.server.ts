import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { OwnerContext } from './features/orders/payment/owner.commands.server.ts'
import type { UploadsInUse } from './features/pictures/collection.commands.server.ts'
import type { ReadProductPictures } from './features/pictures/jobs.server.ts'
import type { UploadsShownBy } from './features/pictures/missing.queries.server.ts'
import type { SitemapEntry } from './features/shop/site-pages/sitemap.rules.ts'
import type { Actor } from './kernel/actor.ts'
import type { AppContext, MemberSteps } from './server/app-context.ts'
import type { Job } from './server/jobs.ts'
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

export interface Feature {
  /** Its folder below features/, which alone writes its tables. */
  readonly name: string
  readonly tables: readonly (keyof Schema)[]
  readonly prepare?: (ctx: AppContext, actor: Actor) => Promise<void>
  readonly jobs?: (services: Services) => readonly Job[]
  /** `put` adds what is missing at each start of a demo; `remove` runs when the demo becomes a real shop. */
  readonly demo?: {
    readonly put?: (ctx: AppContext, actor: Actor) => Promise<void>
    readonly remove: (ctx: AppContext) => Promise<void>
    readonly announcements?: readonly string[]
  }
  /** Which of these uploads its rows use; those that no feature uses are removed after a week. */
  readonly uploadsInUse?: UploadsInUse
  /** Where its rows show them. */
  readonly uploadsShownBy?: UploadsShownBy
  /** Pictures that its products show, a list per screen in its order: the shop copies them. */
  readonly productPictures?: ReadProductPictures
  /** Fills its part of the search index from its rows, since copies contain no texts. */
  readonly rebuildSearch?: (trx: Transaction<Schema>) => Promise<void>
  /** For what it has stored as searches compare it, when the folding of texts has changed (W46). */
  readonly foldAgain?: FoldAgain
  readonly sitemap?: readonly SitemapSource[]
  /** By the name in `npm run`; features may share one. */
  readonly commands?: Readonly<Record<string, OwnerCommand<OwnerContext>>>
  /** In the transaction that deletes an account (A17) or changes a display name. */
  readonly onMemberGone?: MemberSteps['gone']
  readonly onMemberRenamed?: MemberSteps['renamed']
}
