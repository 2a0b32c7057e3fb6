import { type PointerEvent, useId, useRef, useState } from 'react'
import css from './drag-order.module.css'

interface Drag {
  /** All rows of the list, as they stood when one was taken. */
  readonly rows: readonly HTMLElement[]
  readonly from: number
  to: number
}

const edge = 64
const step = 24

/** The row under a point, from 0; -1 beside all of them. */
const rowAt = (rows: readonly HTMLElement[], x: number, y: number): number =>
  rows.findIndex((row) => {
    const { left, right, top, bottom } = row.getBoundingClientRect()
    return x >= left && x <= right && y >= top && y <= bottom
  })

const show = ({ rows, from, to }: Drag): void => {
  for (const [at, row] of rows.entries()) {
    row.toggleAttribute('data-dragged', at === from)
    if (at === to && to !== from) row.dataset.drop = to < from ? 'before' : 'after'
    else delete row.dataset.drop
  }
}

const hide = ({ rows }: Drag): void => {
  for (const row of rows) {
    row.removeAttribute('data-dragged')
    delete row.dataset.drop
  }
}

/**
 * Rows are put in order by a handle, with a mouse or a finger (N139). Nothing moves under it: a line says where the row will stand, and
 * `drop` is told the place, from 0, once it is let go. A row is the `li` or `tr` of its handle, or what has `data-draggable`. The handle is no stop of the keyboard, which has its own
 * buttons; a finger scrolls everywhere but on it.
 */
export const useDragOrder = (drop: (from: number, to: number) => void) => {
  const group = useId()
  const drag = useRef<Drag | null>(null)
  const [said, setSaid] = useState('')
  const end = (isDropped: boolean) => {
    const ended = drag.current
    drag.current = null
    if (ended === null) return
    hide(ended)
    if (isDropped && ended.from !== ended.to) drop(ended.from, ended.to)
    else setSaid('')
  }
  const grip = (name: string) => ({
    'data-grip': group,
    'aria-hidden': true,
    className: css.grip,
    title: `${name}を引いて動かす`,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      const rows = [...document.querySelectorAll(`[data-grip="${group}"]`)].flatMap(
        (each) => each.closest<HTMLElement>('[data-draggable], li, tr') ?? [],
      )
      const from = rows.findIndex((row) => row.contains(event.currentTarget))
      drag.current = { rows, from, to: from }
      show(drag.current)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const moving = drag.current
      if (moving === null) return
      if (clientY < edge) window.scrollBy(0, -step)
      if (clientY > window.innerHeight - edge) window.scrollBy(0, step)
      const to = rowAt(moving.rows, clientX, clientY)
      if (to < 0 || to === moving.to) return
      moving.to = to
      show(moving)
      setSaid(`${name}を${to + 1}番目に置きます。`)
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  })
  return { grip, said }
}
