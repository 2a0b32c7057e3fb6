import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { memberNotice, noticeOfAnyPage } from '../notices.texts.ts'

/**
 * The notice that the address names with `?notice=` (A20). The frame shows the one that any page may show, each page the others in
 * its own place. When the address leads far down the page, it is shown at the edge of the screen.
 */
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
