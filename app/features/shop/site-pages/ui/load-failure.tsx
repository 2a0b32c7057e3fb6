import { useLocation } from 'react-router'
import { isBelow } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { type LoadFailureReason, loadFailureText } from '../rules.ts'

/** Replaces the list `what` when it could not be read (P17). */
export function LoadFailure({
  reason,
  what,
  requestId,
}: {
  readonly reason: LoadFailureReason
  readonly what: string
  readonly requestId: string
}) {
  const { pathname, search } = useLocation()
  return (
    <Notice
      kind="error"
      actions={
        <ButtonLink to={`${pathname}${search}`} reloadDocument look="secondary">
          再読み込み
        </ButtonLink>
      }
    >
      <p>{loadFailureText(reason, what, !isBelow(pathname, '/gallery'))}</p>
      <p>お問い合わせ番号：{requestId}</p>
    </Notice>
  )
}
