import { Link } from 'react-router'
import { Notice } from '~/ui/notice.tsx'

/** That a page is about what was marked in the list of orders; `all` leads to the same page of everything. */
export function MarkedNotice({
  marked,
  all,
}: {
  readonly marked: readonly string[] | null
  readonly all: string
}) {
  return marked === null ? null : (
    <Notice actions={<Link to={all}>すべてを出す</Link>}>
      注文の一覧で選んだ{marked.length}件のページです。
    </Notice>
  )
}
