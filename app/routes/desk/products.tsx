import { Link } from 'react-router'
import { deskCardSources, toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, type Press, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { DeskCardLists, useWaitingAt } from '~/features/desk/ui/desk-cards.tsx'
import { listedProducts } from '~/features/products/desk/list.queries.server.ts'
import {
  type MarkedProduct,
  type ProductFilterKey,
  type ProductSort,
  productsAsked,
} from '~/features/products/desk/list.rules.ts'
import { setPriceInList } from '~/features/products/desk/price.commands.server.ts'
import { productStates, toDoState } from '~/features/products/desk/rules.ts'
import {
  closeMarked,
  type DoneProducts,
  openMarked,
  sellOutMarked,
  undoSoldOutMarked,
} from '~/features/products/desk/several.commands.server.ts'
import { doneTexts } from '~/features/products/desk/texts.ts'
import { DoneMarked } from '~/features/products/desk/ui/done-marked.tsx'
import css from '~/features/products/desk/ui/product-cells.module.css'
import { type PriceEdit, priceForm } from '~/features/products/desk/ui/product-cells.tsx'
import { ProductSearch } from '~/features/products/desk/ui/product-search.tsx'
import { productsList, productsListFor } from '~/features/products/desk/ui/products-list.tsx'
import { publishedStatus } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { marksOf, mostMarked, readListAddress } from '~/kernel/desk-list.ts'
import { doneText } from '~/kernel/facts.ts'
import { cardCount, nextCount } from '~/kernel/list-address.ts'
import { readSearch } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { readDeskLists } from '~/server/desk-cards.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskPage, DeskPageLinks, UnknownList } from '~/ui/desk-page.tsx'
import { DeskTable, OnPhone } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard } from '~/ui/form.tsx'
import { type ListPlace, linkTo } from '~/ui/list-declaration.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/products'

const listedOnPhone = 30
const listedForEachReason = 30

/**
 * The products selected by the address, including drafts and discontinued ones; a search covers all of them. For an owner also what
 * has to be done about products (N93).
 */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const params = new URL(request.url).searchParams
  const q = readSearch(params.get('q'))
  const wanted = params.get('state') ?? ''
  const isOwner = isShopOwner(actor)
  const isToDo = wanted === toDoState && isOwner && q === ''
  const chosen = [...productStates, 'all' as const].find((each) => each === wanted) ?? null
  const shown = chosen ?? (q === '' ? publishedStatus : 'all')
  const asked = readListAddress<ProductSort, ProductFilterKey>(productsList, params, isOwner)
  // A phone's list grows, and the table has pages.
  const count = params.has('count') ? cardCount(params.get('count'), listedOnPhone) : null
  const of = productsAsked(asked, { q, state: shown === 'all' ? null : shown })
  return readOrUnavailable(ctx, 'products of the desk', async (db) => ({
    ...{ q, chosen, asked, count, isOwner },
    state: isToDo ? toDoState : shown,
    isUnknown: chosen === null && wanted !== '' && !isToDo,
    mayCount: mayCountStock(actor),
    priceOf: isOwner ? params.get('price') : null,
    done: params.get('done') === 'held' ? doneTexts.held : doneText(toldActs, params.get('done')),
    requestId: ctx.newId(),
    ...(isToDo
      ? {
          toDo: await readDeskLists({ ...ctx, db }, actor, deskCardSources, 'products', listedForEachReason),
          ...{ rows: [], total: 0, page: 1 },
        }
      : {
          toDo: null,
          ...(await listedProducts(db, count === null ? of : { ...of, page: 1, size: count }, {
            now: ctx.now(),
            demo: ctx.demo,
          })),
        }),
  }))
}

const undoOf = { 'sell-out': 'undo-sold-out', close: 'open', open: 'close' } as const

const saidOf = {
  'sell-out': '売り切れにしました',
  'undo-sold-out': '元に戻しました',
  close: '休止しました',
  open: '再開しました',
} as const
type Several = keyof typeof saidOf

/** What a press for several did, beside the list. */
const told = (act: Several, { done, left }: DoneProducts) => ({
  status: 200,
  answer: { left },
  more: {
    said: `${done.length}点を${saidOf[act]}。`,
    done,
    undo: act === 'undo-sold-out' ? null : undoOf[act],
  },
})
type Told = ReturnType<typeof told>['more']

const several = (
  act: Several,
  acted: typeof sellOutMarked | typeof closeMarked,
): Press<AppContext, Told> => ({
  who: acted.act.who,
  answer: async (ctx, actor, form) => {
    const marks = marksOf(form, productsList.mark)
    if (marks === null)
      return { status: 422, answer: { failure: `一度に選べるのは${mostMarked}点までです。` } }
    if (marks.length === 0)
      return { status: 422, answer: { failure: '商品に印を付けてから、押してください。' } }
    const products: MarkedProduct[] = marks.map(({ key, version }) => ({ number: key, version }))
    const pressed = press(acted, { at: { products }, done: (done): Shown<Told> => told(act, done) })
    return pressed.answer(ctx, actor, form)
  },
})

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(context.get(appContext), request, {
    price: press(setPriceInList, {
      at: {},
      done: ({ held }) => {
        const asked = new URL(request.url).searchParams
        asked.delete('_routes')
        asked.set('done', held ? 'held' : setPriceInList.act.name)
        return `${href('/admin/products')}?${asked}`
      },
    }),
    'sell-out': several('sell-out', sellOutMarked),
    'undo-sold-out': several('undo-sold-out', undoSoldOutMarked),
    close: several('close', closeMarked),
    open: several('open', openMarked),
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

type Loaded = Route.ComponentProps['loaderData']

const placeOf = ({ chosen, q }: Loaded): ListPlace => ({
  path: href('/admin/products'),
  kept: { q, state: chosen ?? '' },
})

function Links({ isOwner, mayCount }: Pick<Loaded, 'isOwner' | 'mayCount'>) {
  if (!isOwner && !mayCount) return null
  return (
    <DeskPageLinks label="商品の用事">
      {isOwner ? (
        <>
          <ButtonLink to={href('/admin/products/new')}>新しい生地</ButtonLink>
          <ButtonLink look="secondary" to={href('/admin/products/new', { type: 'kit' })}>
            新しいキット
          </ButtonLink>
        </>
      ) : null}
      {mayCount ? (
        <>
          <ButtonLink look="secondary" to={href('/admin/stock')}>
            在庫
          </ButtonLink>
          {/* A phone has it on the page of 在庫. */}
          <span className={css.inTable}>
            <ButtonLink look="secondary" to={href('/admin/receive')}>
              受け取り
            </ButtonLink>
          </span>
        </>
      ) : null}
      {isOwner ? (
        <>
          <ButtonLink look="secondary" to={href('/admin/products/kit-order')}>
            キットの順番
          </ButtonLink>
          <ButtonLink look="secondary" to={href('/admin/products/file')}>
            ファイルでまとめて直す
          </ButtonLink>
        </>
      ) : null}
    </DeskPageLinks>
  )
}

/** The field in the place of a price: as it was typed, or the price that is stored. */
const editOf = (answer: DeskAnswer | undefined): PriceEdit => {
  const stale = answer?.stale?.[0]
  return {
    typed: stale?.typed ?? answer?.typed.price ?? null,
    error: stale === undefined ? answer?.errors?.price : `ほかの画面で変わりました。いまは${stale.now}です。`,
  }
}

function ProductTable({ shown, answer }: { readonly shown: Loaded; readonly answer: Answer }) {
  const { asked, count, rows, total, page, isOwner, mayCount, priceOf, done, requestId } = shown
  const ofPrice = answer?.act === 'price' ? answer : undefined
  const edit = editOf(ofPrice)
  const isSaved = done !== null && answer === undefined
  return (
    <div className={css.list}>
      {priceOf === null ? null : (
        <FormCard
          id={priceForm}
          key={priceOf}
          preventScrollReset
          failure={ofPrice?.failure}
          failed="価格を変えられませんでした。"
        >
          <input type="hidden" name="act" value="price" />
          <input type="hidden" name="requestId" value={`${ofPrice?.requestId ?? requestId}`} />
        </FormCard>
      )}
      <DeskTable
        list={productsListFor(mayCount)}
        rows={rows.map((row) => ({
          ...row,
          mayChangePrice: isOwner && row.source !== 'feed',
          isSaved: isSaved && row.number === priceOf,
          edit: !isSaved && isOwner && row.number === priceOf && row.source !== 'feed' ? edit : null,
        }))}
        isOwner={isOwner}
        asked={asked}
        order={asked.sort === null ? { sort: null, direction: 'asc' } : asked}
        found={{ count: total, isMore: false }}
        page={page}
        pages={count === null ? Math.max(1, Math.ceil(total / asked.size)) : 1}
        place={placeOf(shown)}
        onPhone={count === null && page === 1 ? listedOnPhone : undefined}
        requestId={requestId}
        failure={ofPrice === undefined ? answer?.failure : undefined}
        failed="できませんでした。"
      />
    </div>
  )
}

/** The list as a phone goes on with it; null where it ends. */
const moreOf = (shown: Loaded): string | null => {
  const { asked, count, total } = shown
  const next = nextCount(total, count ?? listedOnPhone, listedOnPhone)
  if (next === null) return null
  const { path, kept } = placeOf(shown)
  return linkTo({ path, kept: { ...kept, count: String(next) } }, { ...asked, page: 1 })
}

function Nothing({ shown: { q, state, asked } }: { readonly shown: Loaded }) {
  const isNarrowed = Object.keys(asked.filters).length > 0
  return (
    <EmptyBox
      said={
        q !== ''
          ? '見つかりません'
          : isNarrowed
            ? 'この条件の商品はありません。'
            : 'ここに入る商品はありません。'
      }
    >
      {q === '' ? null : <p>「{q}」をさがしました。</p>}
      {q === '' || state === 'all' ? null : (
        <p>
          <Link to={href('/admin/products', { q, state: 'all' })}>すべての商品からさがす</Link>
        </p>
      )}
    </EmptyBox>
  )
}

type Answer = ReturnType<typeof useLastAnswer<NonNullable<Route.ComponentProps['actionData']>>>

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { q, state, chosen, isUnknown, asked, count, total, toDo, rows, isOwner, mayCount, done, requestId } =
    loaderData
  const waiting = useWaitingAt('products')
  const answer = useLastAnswer(actionData)
  const more = toDo === null ? moreOf(loaderData) : null
  return (
    <DeskPage title="商品">
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <DoneMarked answer={answer} mark={productsList.mark} requestId={requestId} />
      <Links isOwner={isOwner} mayCount={mayCount} />
      {isUnknown ? <UnknownList shown={state === 'all' ? 'すべて' : state} /> : null}
      <ProductSearch
        q={q}
        state={state}
        chosen={chosen}
        toDo={isOwner && (waiting > 0 || toDo !== null) ? waiting : null}
      >
        {toDo === null ? (
          <DeskFilters
            filters={productsList.filters}
            isOwner={isOwner}
            asked={asked}
            place={placeOf(loaderData)}
          />
        ) : null}
      </ProductSearch>
      {toDo !== null ? (
        <DeskCardLists lists={toDo} />
      ) : rows.length > 0 ? (
        <ProductTable shown={loaderData} answer={answer} />
      ) : (
        <Nothing shown={loaderData} />
      )}
      {more === null ? (
        toDo === null && total > (count ?? listedOnPhone) ? (
          <OnPhone>
            <p>ほかにもあります。管理番号か名前でさがしてください。</p>
          </OnPhone>
        ) : null
      ) : (
        <OnPhone>
          <ButtonLink look="secondary" to={more} preventScrollReset replace>
            もっと見る
          </ButtonLink>
        </OnPhone>
      )}
    </DeskPage>
  )
}
