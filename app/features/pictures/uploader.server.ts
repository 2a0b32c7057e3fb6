import { type Actor, isShopOwner, mayCurate } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { clientAt } from '~/server/public-address.ts'
import { type Counted, countedFor, countTry, type Limit, mayTry } from '~/server/rate-limit.ts'
import { reportFullShop, roomRefusal } from './put-upload.server.ts'
import { sharedOwners } from './rules.ts'
import type { PicturePurpose, UploadRefusal } from './types.ts'

export type UploadKind = PicturePurpose | 'pdf'

export interface Uploader {
  /** Of the stored upload. */
  readonly owner: string
  /** Counts for the limits. */
  readonly member: string
  readonly address: string
}

const hour = 3_600_000

/** A recipe has some ten pictures, a few of which are taken again. */
const pictureLimits: readonly Limit[] = [
  { name: 'pictures', spanMs: hour, most: 60 },
  { name: 'pictures-of-day', spanMs: 24 * hour, most: 300 },
]
/** PDFs are stored as they come: 300 MB a day. */
const pdfLimits: readonly Limit[] = [{ name: 'pdfs-of-day', spanMs: 24 * hour, most: 30 }]

/** Multiples of a member's limits, for a household or class and for a provider's network. */
const [perClient, perNetwork] = [3, 12]

/** A recipe needs the right to post, the gallery's home who may curate (A3), a product the owner at her desk (N41). */
export const uploaderOf = (
  actor: Actor,
  kind: UploadKind,
): Result<Uploader, 'not_signed_in' | 'no_permission'> => {
  if (actor.kind === 'owner' || actor.kind === 'system') return refused('not_signed_in')
  const { address } = actor
  if (kind === 'curated') {
    if (!mayCurate(actor)) return refused('not_signed_in')
    const member = actor.kind === 'member' ? actor.id : clientAt(address).client
    return ok({ owner: sharedOwners.curators, member, address })
  }
  if (kind === 'product') {
    if (actor.kind !== 'desk' || !isShopOwner(actor)) return refused('not_signed_in')
    return ok({ owner: sharedOwners.shop, member: actor.id, address })
  }
  if (actor.kind !== 'member') return refused('not_signed_in')
  const isPhoto = kind === 'photo'
  return isPhoto || actor.canUpload
    ? ok({ owner: actor.id, member: actor.id, address })
    : refused('no_permission')
}

/** The member, her client and its network (S17). */
const countedForUpload = (kind: UploadKind, { member, address }: Uploader): Counted[] => {
  const { client, network } = clientAt(address)
  return (kind === 'pdf' ? pdfLimits : pictureLimits).flatMap((each) => [
    countedFor(each, member),
    countedFor({ ...each, name: `${each.name}-of-client`, most: each.most * perClient }, client),
    countedFor({ ...each, name: `${each.name}-of-network`, most: each.most * perNetwork }, network),
  ])
}

/** Counts an upload; false above the limits (S17). */
export const countUpload = (
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  kind: UploadKind,
  uploader: Uploader,
): Promise<boolean> => countTry(ctx, ctx.now(), countedForUpload(kind, uploader))

/** Refuses the actor before the first byte is read. Counts nothing. */
export const refusalBeforeUpload = async (
  ctx: AppContext,
  actor: Actor,
  kind: UploadKind,
): Promise<UploadRefusal | undefined> => {
  const uploader = uploaderOf(actor, kind)
  if (!uploader.ok) return uploader.error
  if (!(await mayTry(ctx.db, ctx.now(), countedForUpload(kind, uploader.value)))) return 'too_many_uploads'
  const room = await roomRefusal(ctx, uploader.value.owner)
  if (room !== undefined) await reportFullShop(ctx, room)
  return room
}
