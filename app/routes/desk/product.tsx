import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { actOnProduct } from '~/features/products/desk/act.server.ts'
import { deskProduct } from '~/features/products/desk/queries.server.ts'
import { doneOf, doneTexts } from '~/features/products/desk/texts.ts'
import { differences, previewOf, typedOf } from '~/features/products/desk/typed.rules.ts'
import { FeedAddition } from '~/features/products/desk/ui/feed-addition.tsx'
import { HeldPriceOf, ProductActs } from '~/features/products/desk/ui/product-acts.tsx'
import { type ProductAnswer, ProductForm } from '~/features/products/desk/ui/product-form.tsx'
import { deskProductPath } from '~/features/products/desk/ui/product-list.tsx'
import { ProductPreview } from '~/features/products/desk/ui/product-preview.tsx'
import { showsFeed } from '~/features/products/queries.server.ts'
import { numberInAddress, numbersWritten, productPath, publishedStatus } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage, DeskPageLinks } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/product'

const productOf = async ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  for (const number of numbersWritten(params.number)) {
    const product = await deskProduct(ctx.db, number)
    if (product !== undefined) return { ctx, actor, product }
  }
  throw data(null, { status: 404 })
}

/** A product as stored; packers may view it. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, actor, product } = await productOf(args)
  return {
    product,
    start: typedOf(product),
    mayWrite: isShopOwner(actor),
    hasFeed: await showsFeed(ctx.db),
    done: doneOf(new URL(args.request.url).searchParams.get('done')),
    requestId: ctx.newId(),
  }
}

export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor, product } = await productOf(args)
  if (!isShopOwner(actor)) throw data(null, { status: 404 })
  const form = await formOf(args.request)
  const acted = await actOnProduct(ctx, actor, product, form)
  if (acted.ok) return redirect(deskProductPath(acted.value.number, acted.value.done))
  const { status, isStale, ...answer } = acted.error
  if (form.get('act') === 'add') return data<ProductAnswer>({ ...answer, added: product.version }, { status })
  if (form.get('act') !== 'save') return data<ProductAnswer>({ failure: answer.failure ?? '' }, { status })
  if (!isStale) return data<ProductAnswer>(answer, { status })
  const stale = differences(answer.typed, typedOf(product), product.type)
  return data<ProductAnswer>({ ...answer, stale, version: product.version }, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409], ['save', 'add'])

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { product, start, mayWrite, hasFeed, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, type, source, status } = product
  const mayEdit = mayWrite && source !== 'feed'
  return (
    <DeskPage title={number} back={href('/admin/products')}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {doneTexts[done]}
        </Notice>
      )}
      {mayWrite ? <HeldPriceOf product={product} requestId={requestId} /> : null}
      {mayEdit ? (
        <ProductForm
          key={`${number} ${product.version}`}
          start={start}
          type={type}
          version={product.version}
          requestId={requestId}
          answer={answer}
        />
      ) : (
        <>
          {answer?.failure && answer.added === undefined ? (
            <Notice kind="error">{answer.failure}</Notice>
          ) : null}
          <ProductPreview preview={previewOf(start, type)} />
          {mayWrite ? (
            <FeedAddition key={product.version} product={product} requestId={requestId} answer={answer} />
          ) : null}
        </>
      )}
      {mayWrite ? <ProductActs product={product} requestId={requestId} hasFeed={hasFeed} /> : null}
      <DeskPageLinks label="この商品のページ">
        <ButtonLink
          look="secondary"
          to={href('/admin/products/:number/stock', { number: numberInAddress(number) })}
        >
          在庫
        </ButtonLink>
        {mayWrite ? (
          <ButtonLink look="secondary" to={href('/admin/products/new', { from: number })}>
            色ちがいを作る
          </ButtonLink>
        ) : null}
        {status === publishedStatus ? (
          <ButtonLink look="secondary" to={productPath(product)}>
            お客様のページを見る
          </ButtonLink>
        ) : null}
      </DeskPageLinks>
    </DeskPage>
  )
}
