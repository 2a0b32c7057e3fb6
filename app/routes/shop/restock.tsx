import { data, Link } from 'react-router'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { productOfPage } from '~/features/products/product.queries.server.ts'
import { productPath } from '~/features/products/rules.ts'
import { answerRestock } from '~/features/stock/restock/commands.server.ts'
import { openedRestock } from '~/features/stock/restock/queries.server.ts'
import { restockLost, stopLost } from '~/features/stock/restock/texts.ts'
import { Told } from '~/features/stock/restock/ui/told.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/restock'

/** The page of a mail's link; `path` is the product's, null when it is no longer sold. */
interface ShownRestock {
  readonly name: string
  readonly path: string | null
  readonly email: string
  readonly isConfirmed: boolean
}

const heading = '再入荷のお知らせ'

/** Acts only by its buttons, because mail programs open links by themselves. */
function RestockLink({ restock }: { readonly restock: ShownRestock }) {
  const { name, path, email, isConfirmed } = restock
  return (
    <Page narrow heading={heading}>
      <PageMeta title={heading} noindex />
      {isConfirmed ? (
        <Told>お申し込みが済みました。販売を再開したときに、メールを1通お送りします。</Told>
      ) : null}
      <p>商品：{path === null ? name : <Link to={path}>{name}</Link>}</p>
      <p>メールアドレス：{email}</p>
      <FormCard failed={restockLost}>
        {isConfirmed ? null : (
          <SubmitButton name="act" value="confirm" busy="送っています…">
            お知らせを受け取る
          </SubmitButton>
        )}
        <SubmitButton look="secondary" name="act" value="stop" busy="送っています…" failed={stopLost}>
          お知らせをやめる
        </SubmitButton>
      </FormCard>
    </Page>
  )
}

/** Shown after `stop` and for expired links. */
function NoRestock({ isStopped }: { readonly isStopped: boolean }) {
  return (
    <Page narrow heading={heading}>
      <PageMeta title={heading} noindex />
      {isStopped ? (
        <Told>お知らせをやめました。メールアドレスは消去しました。</Told>
      ) : (
        <>
          <p>このリンクでは、お申し込みが見つかりませんでした。</p>
          <p>
            お知らせをお送りしたか、おやめになったか、期限が過ぎたため、消去しています。続けてお申し込みになったときは、最後に届いたメールのリンクをお使いください。
          </p>
        </>
      )}
      <p>
        <ButtonLink to={href('/all-products')}>生地の一覧を見る</ButtonLink>
      </p>
    </Page>
  )
}

// No no-referrer despite the secret address: without script the form would be posted with the origin null.
export const headers = () => ({ 'cache-control': 'no-store' })

/** Shows what a mail's link does; 410 for an expired one (W11). */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const restock = await readOrUnavailable(ctx, 'restock notice', async (db): Promise<ShownRestock | null> => {
    const opened = await openedRestock(db, params.token, ctx.now())
    if (opened === undefined) return null
    const { number, email, isConfirmed } = opened
    const product = await productOfPage(db, number)
    return product === undefined
      ? { name: number, path: null, email, isConfirmed }
      : { name: nameWithColour(product), path: productPath(product), email, isConfirmed }
  })
  return data({ restock }, { status: restock === null ? 410 : 200 })
}

/** Confirms or deletes the restock request. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const act = form.get('act')
  if (act !== 'confirm' && act !== 'stop') return data({ isStopped: false }, { status: 422 })
  const done = await answerRestock(ctx, ctx.actor, { token: params.token, act })
  return data({ isStopped: done.ok && act === 'stop' }, { status: done.ok ? 200 : 410 })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** 410: the link was stopped meanwhile, which the loader shows. */
export const shouldRevalidate = reloadAfter([410])

export default function Restock({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const { restock } = loaderData
  if (restock === null || answer?.isStopped) return <NoRestock isStopped={answer?.isStopped === true} />
  return <RestockLink restock={restock} />
}
