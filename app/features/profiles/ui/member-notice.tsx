import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { anywhere, memberNotice } from '../notices.texts.ts'

/**
 * What the step before has done, when the address names it with `?notice=` (A20): the frame says what may be said on any page, each
 * page the rest in its own place. Whoever is led to a place far down the page reads it at the edge of the screen.
 */
export function MemberNotice({ inFrame = false }: { readonly inFrame?: boolean }) {
  const [search] = useSearchParams()
  const name = search.get('notice')
  const notice = memberNotice(name)
  const { hash } = useLocation()
  const isBelow = useHasScript() && hash !== ''
  const [isClosed, setClosed] = useState(false)
  if (notice === undefined || (name === anywhere) !== inFrame) return null
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
