import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { displayDate } from '~/kernel/dates.ts'
import { Button } from '~/ui/button.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import type { OrderView } from '../rules.ts'
import { orderSteps, type StandingKind } from '../standing.rules.ts'

const tick = <path d="M5 12.5l4.5 4.5L19 7.5" />
const here = <circle cx="12" cy="12" r="3" fill="currentColor" />
const clock = <path d="M12 6.5V12l3.5 2.5" />

const shapes = { done: tick, waiting: clock, none: <path d="M12 7v6.5M12 17h.01" /> }

export function OrderMark({
  kind,
  children,
}: {
  readonly kind: keyof typeof shapes
  readonly children: ReactNode
}) {
  return (
    <p role="status" className={`order-mark order-mark-${kind}`}>
      <Drawing size={48}>
        <circle cx="12" cy="12" r="10.5" />
        {shapes[kind]}
      </Drawing>
      <span>{children}</span>
    </p>
  )
}

function Drawing({ size, children }: { readonly size: number; readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export function OrderSteps({ order }: { readonly order: OrderView }) {
  const steps = orderSteps(order)
  if (steps.length === 0) return null
  return (
    <ol className="order-steps" aria-label="お届けまでの流れ">
      {steps.map(({ name, at, isReached, isDone, isCurrent }) => (
        <li
          key={name}
          className={isReached ? 'order-step-reached' : undefined}
          aria-current={isCurrent ? 'step' : undefined}
        >
          <i>{isReached ? <Drawing size={18}>{isDone ? tick : here}</Drawing> : null}</i>
          {name}
          {isDone ? <span className="visually-hidden">（済み）</span> : null}
          {at === null ? null : <small>{displayDate(at)}</small>}
        </li>
      ))}
    </ol>
  )
}

const marks: Readonly<Partial<Record<StandingKind, keyof typeof shapes>>> = {
  unpaid: 'none',
  void: 'none',
  awaiting: 'waiting',
  review: 'waiting',
  cancelling: 'waiting',
  returning: 'waiting',
}

export const orderMark = ({ standing: { kind, line } }: OrderView): ComponentProps<typeof OrderMark> => ({
  kind: marks[kind] ?? 'done',
  children: line,
})

/** Selects the number when the browser refuses to copy. */
export function OrderNumber({ number, state }: { readonly number: string; readonly state: string }) {
  const shown = useRef<HTMLElement>(null)
  const hasScript = useHasScript()
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number)
      setSaid('注文番号をコピーしました。')
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
      setSaid('注文番号を選択しました。コピーの操作をしてください。')
    }
  }
  return (
    <div className="order-number">
      <p>
        <small>注文番号</small>
        <strong ref={shown}>{number}</strong>
      </p>
      {hasScript ? (
        <Button look="secondary" onClick={() => void copy()}>
          番号をコピー
        </Button>
      ) : null}
      <small>{state}</small>
      <span role="status">{said}</span>
    </div>
  )
}
