import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { BusyForm } from './form-card.tsx'
import { LostNotice } from './lost-notice.tsx'
import { lostIn } from './lost-request.ts'
import { openPopover } from './popover-open.ts'

/** One button that posts to another page's action. A lost press is reported and never sent later. Works without script. */
export function PressForm({
  action,
  failed,
  className,
  children,
}: {
  readonly action: string
  readonly failed: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const fetcher = useFetcher()
  const form = useRef<HTMLFormElement>(null)
  const [isOffline, setOffline] = useState(false)
  const isBusy = fetcher.state !== 'idle'
  const lost = isOffline ? 'offline' : isBusy ? null : lostIn(fetcher.data)
  const wasBusy = useRef(false)
  // A popover with the question stays open until there is an answer.
  useEffect(() => {
    if (wasBusy.current && !isBusy && lost === null)
      form.current?.closest<HTMLElement>(openPopover)?.hidePopover()
    wasBusy.current = isBusy
  }, [isBusy, lost])
  return (
    <BusyForm value={isBusy}>
      <fetcher.Form
        ref={form}
        method="post"
        action={action}
        preventScrollReset
        className={className ?? 'stack-3'}
        onSubmit={(event) => {
          setOffline(!navigator.onLine)
          if (isBusy || !navigator.onLine) event.preventDefault()
        }}
      >
        {children}
        <LostNotice failed={failed} lost={lost} />
      </fetcher.Form>
    </BusyForm>
  )
}
