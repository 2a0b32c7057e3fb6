import { useSearchParams } from 'react-router'
import { Notice } from '~/ui/notice.tsx'
import { anywhere, memberNotice } from '../notices.texts.ts'

/**
 * What the step before has done, when the address names it with `?notice=` (A20): the frame says what may be said on any page, each
 * page the rest in its own place.
 */
export function MemberNotice({ inFrame = false }: { readonly inFrame?: boolean }) {
  const [search] = useSearchParams()
  const name = search.get('notice')
  const notice = memberNotice(name)
  if (notice === undefined || (name === anywhere) !== inFrame) return null
  return (
    <Notice kind={notice.kind} announce>
      <p>{notice.text}</p>
    </Notice>
  )
}
