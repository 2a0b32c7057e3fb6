import { Link } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { restockLost, stopLost } from '../texts.ts'
import { Told } from './told.tsx'

/** The page of a mail's link; `path` is the product's, null when it is no longer sold. */
export interface ShownRestock {
  readonly name: string
  readonly path: string | null
  readonly email: string
  readonly isConfirmed: boolean
}

const heading = '再入荷のお知らせ'

/** Acts only by its buttons, because mail programs open links by themselves. */
export function RestockLink({ restock }: { readonly restock: ShownRestock }) {
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
export function NoRestock({ isStopped }: { readonly isStopped: boolean }) {
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
