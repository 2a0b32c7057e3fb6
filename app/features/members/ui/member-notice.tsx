import { useSearchParams } from 'react-router'
import { Notice } from '~/ui/notice.tsx'
import { memberNotice } from '../notices.texts.ts'

/** What the step before has done, when the address names it with `?notice=` (A20). */
export function MemberNotice() {
  const [search] = useSearchParams()
  const notice = memberNotice(search.get('notice'))
  if (notice === undefined) return null
  return (
    <Notice kind={notice.kind} announce>
      <p>{notice.text}</p>
    </Notice>
  )
}
