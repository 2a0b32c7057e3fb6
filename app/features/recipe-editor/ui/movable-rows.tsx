import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isVisible } from '~/kernel/text.ts'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { TypedRow } from '../form.rules.ts'
import css from './recipe-editor.module.css'

interface MovableRowsProps<Row extends TypedRow> {
  /** 材料, 手順. */
  readonly name: string
  /** Initial and present rows. */
  readonly start: readonly Row[]
  readonly typed: readonly Row[]
  readonly blank: (id: string) => Row
  readonly most: number
  readonly error: string | undefined
  /** Cards with a ＋ after each, lines, or tiles in rows of three. */
  readonly look: 'cards' | 'lines' | 'tiles'
  /** `rows` are all that are there, in their order; `place` counts from 0. */
  readonly children: (row: Row, place: number, remove: () => void, rows: readonly Row[]) => ReactNode
  /** Replaces the button that adds one row: adds several at once to `rows`. */
  readonly adder?: (add: (makes: readonly ((id: string) => Row)[]) => void, rows: readonly Row[]) => ReactNode
  readonly onRemoved?: (id: string) => void
}

const inColumn = [
  { words: '上へ', sign: '↑' },
  { words: '下へ', sign: '↓' },
] as const
const inRows = [
  { words: '前へ', sign: '←' },
  { words: '後ろへ', sign: '→' },
] as const

type Part = 'field' | 'up' | 'down'

interface Focus {
  readonly id: string
  readonly part: Part
}

/** Rows of a form that are added, removed and moved by thumb and by keyboard; the focus goes with them. */
export function MovableRows<Row extends TypedRow>(props: MovableRowsProps<Row>) {
  const { name, most, error, look, children, adder } = props
  const { list, rows, said, removed, add, addAll, remove, move, restore } = useRows(props)
  const errorId = useId()
  const [earlier, later] = look === 'tiles' ? inRows : inColumn
  return (
    <div className={css.rows}>
      <ol
        ref={list}
        className={css[look]}
        aria-label={name}
        aria-describedby={error ? errorId : undefined}
        onKeyDown={(event) => {
          const { target, nativeEvent } = event
          if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type !== 'text') return
          if (nativeEvent.isComposing || event.keyCode === 229) return
          // The Enter chose a suggestion.
          if (event.isDefaultPrevented()) return
          event.preventDefault()
          const row = target.closest('[data-row]')?.getAttribute('data-row')
          if (look === 'lines' && row && isVisible(target.value)) add(row)
        }}
      >
        {rows.map((row, at) => (
          <li key={row.id} data-row={row.id} className={css.row}>
            <div className={css.rowHead}>
              <span className={css.number}>
                {name}
                {at + 1}
              </span>
              <span className={css.rowButtons}>
                <RowButton
                  part="up"
                  name={`${name}${at + 1}を${earlier.words}`}
                  disabled={at === 0}
                  onPress={() => move(at, -1)}
                >
                  {earlier.sign}
                </RowButton>
                <RowButton
                  part="down"
                  name={`${name}${at + 1}を${later.words}`}
                  disabled={at === rows.length - 1}
                  onPress={() => move(at, 1)}
                >
                  {later.sign}
                </RowButton>
                <RowButton part="remove" name={`${name}${at + 1}を消す`} onPress={() => remove(at)}>
                  ×
                </RowButton>
              </span>
            </div>
            {children(row, at, () => remove(at), rows)}
            {look === 'cards' && rows.length < most ? (
              <div className={css.between}>
                <RowButton part="add" name={`${name}${at + 1}のあとに追加`} onPress={() => add(row.id)}>
                  ＋
                </RowButton>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {error ? (
        <p id={errorId} className={css.error} data-fault tabIndex={-1}>
          {error}
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {removed === null ? null : (
        <Notice
          actions={
            <Button look="secondary" onClick={restore}>
              元に戻す
            </Button>
          }
        >
          {name}を1つ消しました。
        </Notice>
      )}
      {adder ? (
        adder(addAll, rows)
      ) : rows.length < most ? (
        <div className={css.addLast} data-adder>
          <Button look="secondary" onClick={() => add(rows.at(-1)?.id ?? null)}>
            ＋ {name}を追加
          </Button>
        </div>
      ) : (
        <p className={css.hint}>
          {name}は{most}個までです。
        </p>
      )}
    </div>
  )
}

function RowButton({
  part,
  name,
  disabled = false,
  onPress,
  children,
}: {
  readonly part: string
  readonly name: string
  readonly disabled?: boolean
  readonly onPress: () => void
  readonly children: string
}) {
  return (
    <button
      type="button"
      className={css.rowButton}
      data-part={part}
      aria-label={name}
      disabled={disabled}
      onClick={onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  )
}

const useRows = <Row extends TypedRow>({ name, start, typed, blank, onRemoved }: MovableRowsProps<Row>) => {
  const list = useRef<HTMLOListElement>(null)
  const [rows, setRows] = useState(start)
  const [said, setSaid] = useState('')
  const [removed, setRemoved] = useState<{ readonly row: Row; readonly at: number } | null>(null)
  const focus = useRef<Focus | null>(null)
  const lastId = useRef(Math.max(0, ...start.map(({ id }) => Number(id) || 0)))
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows, when they stand in the page
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    // Tells the form, as typing would.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }))
    if (focus.current === null) return
    const { id, part } = focus.current
    focus.current = null
    const row = list.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    const button = row?.querySelector<HTMLButtonElement>(`[data-part="${part}"]:not(:disabled)`)
    const other = row?.querySelector<HTMLElement>(
      '[data-part="up"]:not(:disabled), [data-part="down"]:not(:disabled)',
    )
    const field = row?.querySelector<HTMLElement>('input:not([type="hidden"]):not([hidden]), textarea')
    const buttons = list.current?.parentElement?.querySelectorAll<HTMLElement>(
      '[data-part="remove"], [data-adder] button',
    )
    // 写真を撮る is hidden where there is no camera.
    const last = [...(buttons ?? [])].find(({ offsetParent }) => offsetParent !== null)
    const target = part === 'field' ? (field ?? other ?? last) : (button ?? other)
    target?.focus()
  }, [rows])

  const put = (next: readonly Row[], then: Focus | null, words: string) => {
    focus.current = then
    setRows(next)
    setSaid(words)
  }
  return {
    list,
    rows,
    said,
    removed,
    add: (after: string | null) => {
      lastId.current += 1
      const id = String(lastId.current)
      const at = rows.findIndex((row) => row.id === after) + 1
      setRemoved(null)
      put(rows.toSpliced(at, 0, blank(id)), { id, part: 'field' }, `${name}${at + 1}を追加しました。`)
    },
    addAll: (makes: readonly ((id: string) => Row)[]) => {
      const more = makes.map((make) => {
        lastId.current += 1
        return make(String(lastId.current))
      })
      setRemoved(null)
      put([...rows, ...more], null, `${name}を${more.length}つ選びました。`)
    },
    remove: (at: number) => {
      const row = rows[at]
      if (row === undefined) return
      const now = typed.find(({ id }) => id === row.id) ?? row
      setRemoved({ row: now, at })
      onRemoved?.(row.id)
      const next = rows.toSpliced(at, 1)
      const near = next[at] ?? next.at(-1)
      put(next, { id: near?.id ?? '', part: 'field' }, `${name}${at + 1}を消しました。`)
    },
    move: (at: number, by: -1 | 1) => {
      const row = rows[at]
      if (row === undefined) return
      const next = rows.toSpliced(at, 1).toSpliced(at + by, 0, row)
      const words = `${name}${at + 1}を${at + by + 1}番目に移しました。`
      put(next, { id: row.id, part: by === 1 ? 'down' : 'up' }, words)
    },
    restore: () => {
      if (removed === null) return
      const { row, at } = removed
      setRemoved(null)
      put(rows.toSpliced(at, 0, row), { id: row.id, part: 'field' }, `${name}${at + 1}を元に戻しました。`)
    },
  }
}
