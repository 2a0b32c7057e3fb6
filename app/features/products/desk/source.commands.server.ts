import { setSource } from '~/features/products/commands.server.ts'
import { additionFacts, productSubject, sourceFacts } from '~/features/products/facts.rules.ts'
import { putAddition } from '~/features/products/feed/additions.commands.server.ts'
import { type PlaceInFeed, placesInFeed } from '~/features/products/feed/additions.rules.ts'
import { readListAgain } from '~/features/products/feed/feed.commands.server.ts'
import { showsFeed } from '~/features/products/queries.server.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { deskProduct, storedProduct } from './queries.server.ts'
import { productDeskRefusals } from './texts.ts'
import { presentAddition, typedProduct } from './typed.rules.ts'

interface SourceForm {
  readonly number: string
  readonly version: number
}

const readSourceForm = ({ form, at }: Opened<{ readonly number: string }>): Read<SourceForm> =>
  ok({ number: at.number, version: versionOf(form) })

/** Within a transaction: sets whether the desk or the feed describes a fabric; the feed is then imported as a whole. */
const moveFabric = async (
  trx: AppTransaction,
  now: number,
  { number, version }: SourceForm,
  to: 'own' | 'feed',
) => {
  await lockTable(trx, 'product')
  const row = await trx
    .selectFrom('product')
    .select(['source', 'type', 'updatedAt'])
    .where('number', '=', number)
    .executeTakeFirst()
  // Kits are in no feed, so our pages offer this only for fabrics.
  if (row?.type !== 'fabric' || row.source === to || row.updatedAt !== version)
    return refused('stale' as const)
  if (!(await showsFeed(trx))) return refused('no-feed' as const)
  await setSource(trx, Math.max(now, row.updatedAt + 1), { number, source: to })
  await readListAgain(trx)
  const [before, after] = [{ source: row.source }, { source: to }]
  return ok({ answer: null, subject: subjectOf(productSubject, number), before, after })
}

const ofSource = {
  subject: productSubject,
  facts: sourceFacts,
  who: 'owner',
  form: readSourceForm,
  refusals: productDeskRefusals,
  answer: noAnswer,
} as const

/** Lets the desk describe a feed fabric from now on; its row in the feed is reported. Undone by `giveToFeed` (N40). */
export const holdAtDesk = defineAct({
  ...ofSource,
  name: 'product.take',
  words: '表の生地を画面で持つことにしました',
  run: (trx, { ctx, form }) => moveFabric(trx, ctx.now(), form, 'own'),
})

/** Lets the feed describe a fabric from its next import on, which discontinues it if not listed. Undone by `holdAtDesk`. */
export const giveToFeed = defineAct({
  ...ofSource,
  name: 'product.give',
  words: '生地を表にゆずりました',
  run: (trx, { ctx, form }) => moveFabric(trx, ctx.now(), form, 'feed'),
})

interface AdditionForm extends SourceForm {
  readonly place: PlaceInFeed
  readonly pictures: readonly string[]
}

/** Gives a fabric of the feed a place and photographs, which every import keeps (N48). Undone by saving the former ones. */
export const saveAddition = defineAct({
  name: 'feed.add',
  words: '表の生地の順番と写真を変えました',
  subject: productSubject,
  facts: additionFacts,
  who: 'owner',
  form: ({ form, at }: Opened<{ readonly number: string }>): Read<AdditionForm> =>
    ok({
      number: at.number,
      version: versionOf(form),
      place: placesInFeed.find((each) => each === fieldOf(form, 'place')) ?? 'kept',
      pictures: typedProduct(form).pictures,
    }),
  refusals: productDeskRefusals,
  answer: noAnswer,
  present: async ({ at, ctx }) => {
    const stored = await deskProduct(ctx.db, at.number)
    return stored?.source === 'feed' ? presentAddition(stored) : undefined
  },
  run: async (trx, { ctx, form }) => {
    const { number, version } = form
    await lockTable(trx, 'product')
    const row = await storedProduct(trx, number)
    if (row?.source !== 'feed' || row.updatedAt !== version) return refused('stale')
    const put = await putAddition(trx, ctx.now(), row, form)
    return put.ok ? ok({ answer: null, subject: subjectOf(productSubject, number), ...put.value }) : put
  },
})
