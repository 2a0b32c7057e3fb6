import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { membersFound } from '~/features/accounts/members/list.queries.server.ts'
import { marksOfMember } from '~/features/accounts/members/rules.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { peopleFound } from '~/features/desk/access/people.queries.server.ts'
import { roleNames } from '~/features/desk/access/texts.ts'
import css from '~/features/desk/ui/desk-search.module.css'
import { SlashSwitch, whatIsSearched } from '~/features/desk/ui/desk-search.tsx'
import { deskOrders } from '~/features/orders/desk/list.queries.server.ts'
import { shownOrder } from '~/features/orders/desk/ui/shown-order.ts'
import { fewestDigits, readOrderSearch } from '~/features/orders/search.rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { listedProducts } from '~/features/products/desk/list.queries.server.ts'
import { everyProduct } from '~/features/products/desk/list.rules.ts'
import { badgesOf } from '~/features/products/desk/rules.ts'
import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { deskDay, machineDate } from '~/kernel/dates.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { useListed } from '~/ui/desk-lists.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { type DeskRowShown, DeskRows } from '~/ui/desk-rows.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Notice } from '~/ui/notice.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import type { Route } from './+types/search'

/** Of each kind; the list of the kind shows the others. */
const mostOfEach = 10

/**
 * What the address asks for among orders, products and, for the owner, people of the shop, as far as this person may see them (N12, N123).
 * A kind that cannot be read comes as null, beside the others.
 */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const isOwner = isShopOwner(actor)
  const q = readSearch(new URL(request.url).searchParams.get('q'))
  const now = ctx.now()
  const { hasFewDigits, isHonorific } = readOrderSearch(q, now)
  const none = {
    q,
    isOwner,
    hasFewDigits,
    isHonorific,
    orders: null,
    products: null,
    people: null,
    members: null,
  }
  if (q === '') return none
  const filter = { state: 'all', q, from: '', to: '', buyer: '', count: mostOfEach, demo: ctx.demo } as const
  const orders = await readOrFailure(ctx, 'orders of the search of the desk', (db) =>
    deskOrders(db, actor, filter, now),
  )
  const products = await readOrFailure(ctx, 'products of the search of the desk', (db) =>
    listedProducts(db, { ...everyProduct, q, size: mostOfEach }, { now: ctx.now(), demo: ctx.demo }),
  )
  const people = isOwner
    ? await readOrFailure(ctx, 'people of the search of the desk', (db) => peopleFound(db, q, mostOfEach))
    : null
  const members = isOwner
    ? await readOrFailure(ctx, 'members of the search of the desk', (db) => membersFound(db, q, mostOfEach))
    : null
  return {
    ...none,
    members: members?.ok ? members.value : null,
    orders: orders.ok ? orders.value : null,
    products: products.ok ? products.value : null,
    people: people?.ok ? people.value.map(({ id, name, email, role }) => ({ id, name, email, role })) : null,
  }
}

function Found({
  name,
  rows,
  more,
}: {
  readonly name: string
  /** Null when they could not be read. */
  readonly rows: readonly DeskRowShown[] | null
  readonly more: ReactNode
}) {
  if (rows?.length === 0 && more === null) return null
  return (
    <section className="stack-2" aria-label={name}>
      <h2>{name}</h2>
      {rows === null ? (
        <Notice kind="error">{name}を読めませんでした。しばらくたってから、もう一度さがしてください。</Notice>
      ) : rows.length === 0 ? null : (
        <DeskRows rows={rows} />
      )}
      {more}
    </section>
  )
}

function FoundOrders({ q, orders }: Pick<Route.ComponentProps['loaderData'], 'q' | 'orders'>) {
  const all = href('/admin/orders', { state: 'all', q })
  const lookedTo = orders?.lookedTo ?? null
  const more =
    lookedTo !== null ? (
      <p>
        {deskDay(lookedTo)}の注文までさがしました。
        <Link to={href('/admin/orders', { state: 'all', q, to: machineDate(lookedTo) ?? '' })}>
          その先もさがす
        </Link>
      </p>
    ) : orders?.hasMore ? (
      <p>
        <Link to={all}>見つかった注文をすべて見る</Link>
      </p>
    ) : null
  return (
    <Found
      name="注文"
      rows={orders?.orders.map((row) => shownOrder(row, row.standing.line)) ?? null}
      more={more}
    />
  )
}

function FoundProducts({ q, products }: Pick<Route.ComponentProps['loaderData'], 'q' | 'products'>) {
  return (
    <Found
      name="商品"
      rows={
        products?.rows.map((row) => ({
          to: deskProductPath(row.number),
          mark: row.number,
          name: nameWithColour(row),
          facts: [...badgesOf(row), row.price === null ? '価格確認中' : `${formatNumber(row.price)}円`],
        })) ?? null
      }
      more={
        products !== null && products.total > products.rows.length ? (
          <p>
            <Link to={href('/admin/products', { state: 'all', q })}>見つかった商品をすべて見る</Link>
          </p>
        ) : null
      }
    />
  )
}

function FoundMembers({ q, members }: Pick<Route.ComponentProps['loaderData'], 'q' | 'members'>) {
  return (
    <Found
      name="会員"
      rows={
        members?.rows.map((member) => ({
          to: href('/admin/members/:id', { id: member.id }),
          mark: member.name,
          name: member.email,
          facts: [...marksOfMember(member), ...(member.recipes === 0 ? [] : [`作品${member.recipes}点`])],
        })) ?? null
      }
      more={
        members?.hasMore ? (
          <p>
            <Link to={href('/admin/members', { q })}>見つかった会員をすべて見る</Link>
          </p>
        ) : null
      }
    />
  )
}

export default function SearchOfDesk({ loaderData }: Route.ComponentProps) {
  const { q, isOwner, hasFewDigits, isHonorific, orders, products, people, members } = loaderData
  useListed(orders?.orders.map(({ number }) => href('/admin/orders/:number', { number })) ?? [])
  const isNothing =
    orders?.orders.length === 0 &&
    orders.lookedTo === null &&
    products?.rows.length === 0 &&
    (!isOwner || (people?.length === 0 && members?.rows.length === 0))
  return (
    <DeskPage title={q === '' ? 'さがす' : `「${q}」の検索結果`}>
      <div className={css.fieldOfPage}>
        <SearchBox action={href('/admin/search')} label={whatIsSearched(isOwner)} q={q} />
      </div>
      {q === '' ? (
        <p>番号・名前・電話・住所・日付・金額・商品の名前などを入れてください。</p>
      ) : isNothing ? (
        <EmptyBox said="見つかりません">
          <p>{whatIsSearched(isOwner)}からさがしました。</p>
        </EmptyBox>
      ) : (
        <>
          <FoundOrders q={q} orders={orders} />
          <FoundProducts q={q} products={products} />
          {isOwner ? (
            <Found
              name="お店の人"
              rows={
                people?.map(({ id, name, email, role }) => ({
                  to: `${href('/admin/helpers')}#${id}`,
                  mark: name,
                  name: email,
                  facts: [roleNames[role]],
                })) ?? null
              }
              more={null}
            />
          ) : null}
          {isOwner ? <FoundMembers q={q} members={members} /> : null}
        </>
      )}
      {orders?.orders.length === 0 && (isHonorific || hasFewDigits) ? (
        <p>
          {isHonorific
            ? '「様」「御中」「〒」だけでは、注文をさがせません。お名前か番号を入れてください。'
            : `注文は、数字なら${fewestDigits}けたから、番号の始めか終わりでさがします。`}
        </p>
      ) : null}
      <SlashSwitch />
    </DeskPage>
  )
}
