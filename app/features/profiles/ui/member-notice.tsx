import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { memberNotice, noticeOfAnyPage } from '../notices.texts.ts'

/** The notice of `?notice=` (A20). Only `inFrame` shows the one of any page. Appears at the screen's edge if the address has a hash. */
export function MemberNotice({ inFrame = false }: { readonly inFrame?: boolean }) {
  const [search] = useSearchParams()
  const name = search.get('notice')
  const notice = memberNotice(name)
  const { hash } = useLocation()
  const isBelow = useHasScript() && hash !== ''
  const [isClosed, setClosed] = useState(false)
  if (notice === undefined || (name === noticeOfAnyPage) !== inFrame) return null
  if (inFrame && isBelow)
    return (
      <EdgeNotice>
        {isClosed ? null : (
          <Notice
            kind={notice.kind}
            actions={
              <Button look="quiet" onClick={() => setClosed(true)}>
                閉じる
              </Button>
            }
          >
            <p>{notice.text}</p>
          </Notice>
        )}
      </EdgeNotice>
    )
  return (
    <Notice kind={notice.kind} announce>
      <p>{notice.text}</p>
    </Notice>
  )
}
