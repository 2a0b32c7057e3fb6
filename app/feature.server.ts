import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { OwnerContext } from './features/payments/owner.commands.server.ts'
import type { UploadsInUse } from './features/pictures/collection.commands.server.ts'
import type { ReadProductPictures } from './features/pictures/jobs.server.ts'
import type { SitemapEntry } from './features/site-pages/sitemap.rules.ts'
import type { Actor } from './kernel/actor.ts'
import type { AppContext, MemberSteps } from './server/app-context.ts'
import type { Job } from './server/jobs.ts'
import type { OwnerCommand } from './server/owner-command.ts'
import type { Services } from './services.server.ts'

/** Pages of one kind for search engines, in a lasting order. */
export interface SitemapSource {
  /** In the address of its parts. */
  readonly name: string
  readonly count: (ctx: AppContext) => Promise<number>
  /** `most` of them, without the first `from`. */
  readonly entries: (
    ctx: AppContext,
    range: { readonly from: number; readonly most: number },
  ) => Promise<readonly SitemapEntry[]>
}

/** What a feature brings to the app beside its pages. */
export interface Feature {
  /** Its folder below features/, which alone writes its tables. */
  readonly name: string
  readonly tables: readonly (keyof Schema)[]
  /** Done at each start before the first page. */
  readonly prepare?: (ctx: AppContext, actor: Actor) => Promise<void>
  readonly jobs?: (services: Services) => readonly Job[]
  /** `put` adds what is missing, at each start of a demo; `remove` is done when the demo becomes a real shop. */
  readonly demo?: {
    readonly put?: (ctx: AppContext, actor: Actor) => Promise<void>
    readonly remove: (ctx: AppContext) => Promise<void>
    /** Lines for the person who starts the demo. */
    readonly announcements?: readonly string[]
  }
  /** Which of some uploads its rows refer to: what none of any feature does is removed after a week. */
  readonly uploadsInUse?: UploadsInUse
  /** The pictures that its products show, a list for each screen and in its order: the shop makes copies of them. */
  readonly productPictures?: ReadProductPictures
  /** A step of a transaction: fills its part of the search index from its rows, for a copy brings no texts of it. */
  readonly rebuildSearch?: (trx: Transaction<Schema>) => Promise<void>
  readonly sitemap?: readonly SitemapSource[]
  /** Of the owner, by the name that npm runs; features may share one. */
  readonly commands?: Readonly<Record<string, OwnerCommand<OwnerContext>>>
  /** Steps of the transaction in which a member's account goes (A17) or her display name changes. */
  readonly onMemberGone?: MemberSteps['gone']
  readonly onMemberRenamed?: MemberSteps['renamed']
}
