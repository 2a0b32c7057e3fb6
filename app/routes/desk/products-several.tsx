import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { moveFabrics } from '~/features/products/desk/fabric-order.commands.server.ts'
import { productsMarked } from '~/features/products/desk/list.queries.server.ts'
import { rowVersion } from '~/features/products/desk/list.rules.ts'
import { leftBecause, noneMarked } from '~/features/products/desk/several.texts.ts'
import { MarkedOrder } from '~/features/products/desk/ui/marked-order.tsx'
import { changeTyped, typedInChange } from '~/features/products/file/listed-change.rules.ts'
import { previewListed } from '~/features/products/file/listed-changes.commands.server.ts'
import layout from '~/features/products/file/ui/marked-change.module.css'
import { MarkedChange } from '~/features/products/file/ui/marked-change.tsx'
import css from '~/features/products/file/ui/product-files.module.css'
import { href } from '~/href.ts'
import { type Marked, marksOf } from '~/kernel/desk-list.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/products-several'

const mark = 'product'

const productsIn = (sent: Parameters<typeof marksOf>[0]) =>
  (marksOf(sent, mark) ?? []).map(({ key, version }: Marked) => ({ number: key, version }))

/** The products marked in the list, as far as they are as they were seen there. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const marks = marksOf(new URL(request.url).searchParams, mark)
  if (marks === null) throw data(null, { status: 400 })
  const numbers = marks.map(({ key }) => key)
  return readOrUnavailable(ctx, 'marked products', async (db) => {
    const rows = await productsMarked(db, numbers, { now: ctx.now(), demo: ctx.demo })
    const found = new Map(rows.map((row) => [row.number, row]))
    const left = marks.flatMap(({ key, version }) => {
      const row = found.get(key)
      if (row === undefined) return leftBecause(key, 'no-product')
      return rowVersion(row) === version ? [] : leftBecause(key, 'stale')
    })
    const isLeft = new Set(left.map(({ what }) => what))
    return {
      products: rows.filter(({ number }) => !isLeft.has(number)),
      left,
      requestId: ctx.newId(),
    }
  })
}

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(context.get(appContext), request, {
    change: {
      who: 'owner',
      answer: async (ctx, actor, form) => {
        const products = productsIn(form)
        const read = changeTyped(form, products)
        const typed = typedInChange(form, products)
        if (products.length === 0) return { status: 422, answer: { failure: noneMarked, typed } }
        if (!read.ok) return { status: 422, answer: { ...read.error, typed } }
        const seen = await previewListed(ctx, actor, { products, ...read.value })
        if (seen.ok) return href('/admin/products/file/:id', { id: seen.value.id })
        return { status: seen.error.status, answer: { failure: seen.error.texts.join('\n'), typed } }
      },
    },
    order: {
      who: 'owner',
      answer: (ctx, actor, form) =>
        press(moveFabrics, {
          at: { products: productsIn(form) },
          done: ({ moved, left }) =>
            left.length === 0
              ? href('/admin/products', { done: moveFabrics.act.name })
              : { status: 200, answer: { left, typed: { moved: moved.join('、') } } },
        }).answer(ctx, actor, form),
    },
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function ProductsSeveral({ loaderData, actionData }: Route.ComponentProps) {
  const { products, left, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const marks = products.map((row) => `${row.number}~${rowVersion(row)}`)
  return (
    <DeskPage title={`選んだ商品 ${products.length}点`} back={href('/admin/products')}>
      <LeftOutNotice left={left} />
      {products.length === 0 ? (
        <EmptyBox said="選んだ商品はありません。">
          <p>商品の一覧で印を付けて、もう一度お選びください。</p>
        </EmptyBox>
      ) : (
        <div className={layout.several}>
          <MarkedChange
            products={products}
            marks={marks}
            mark={mark}
            requestId={requestId}
            answer={answer?.act === 'change' ? answer : undefined}
          />
          <div className={layout.beside}>
            <MarkedOrder
              marks={marks}
              mark={mark}
              requestId={requestId}
              answer={answer?.act === 'order' ? answer : undefined}
            />
            <section className={css.section}>
              <h2>ファイル</h2>
              <p>選んだ商品だけを、Excelで開けるファイル（CSV）にします。</p>
              <a
                className={css.download}
                href={`${href('/admin/products/file/download')}?${new URLSearchParams(marks.map((value) => [mark, value]))}`}
                download
              >
                {`${products.length}点のファイルを書き出す`}
              </a>
            </section>
          </div>
        </div>
      )}
    </DeskPage>
  )
}
