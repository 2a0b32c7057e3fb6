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
  /** What a row is called that has no place, such as a photograph that failed: it stands after the others, and moves pass over it (R46). */
  readonly apart?: (row: Row, rows: readonly Row[]) => string | undefined
  /** `rows` are all that are there, in their order; `place` counts from 0 and is -1 for a row that stands apart. */
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
  const { list, rows, placed, said, removed, add, addAll, remove, move, restore } = useRows(props)
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
        {placed.map(({ row, place, called }) => (
          <li key={row.id} data-row={row.id} className={css.row}>
            <div className={css.rowHead}>
              <span className={css.number}>{called}</span>
              <span className={css.rowButtons}>
                {place < 0 ? null : (
                  <>
                    <RowButton
                      part="up"
                      name={`${called}を${earlier.words}`}
                      disabled={place === 0}
                      onPress={() => move(row, -1)}
                    >
                      {earlier.sign}
                    </RowButton>
                    <RowButton
                      part="down"
                      name={`${called}を${later.words}`}
                      disabled={placed[place + 1]?.place !== place + 1}
                      onPress={() => move(row, 1)}
                    >
                      {later.sign}
                    </RowButton>
                  </>
                )}
                <RowButton part="remove" name={`${called}を消す`} onPress={() => remove(row)}>
                  ×
                </RowButton>
              </span>
            </div>
            {children(row, place, () => remove(row), rows)}
            {look === 'cards' && rows.length < most ? (
              <div className={css.between}>
                <RowButton part="add" name={`${called}のあとに追加`} onPress={() => add(row.id)}>
                  ＋
                </RowButton>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {error ? (
        <p id={errorId} className="error" data-fault tabIndex={-1}>
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
        <div className={`row-2 ${css.addLast}`} data-adder>
          <Button look="secondary" onClick={() => add(rows.at(-1)?.id ?? null)}>
            ＋ {name}を追加
          </Button>
        </div>
      ) : (
        <p className="small">
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

interface PlacedRow<Row> {
  readonly row: Row
  /** From 0; -1 for one that stands apart. */
  readonly place: number
  /** 手順2. */
  readonly called: string
}

/** As they are shown: those that stand apart come last. */
const placedRows = <Row extends TypedRow>(
  rows: readonly Row[],
  { name, apart }: Pick<MovableRowsProps<Row>, 'name' | 'apart'>,
): readonly PlacedRow<Row>[] => {
  const named = rows.map((row) => ({ row, called: apart?.(row, rows) }))
  return [
    ...named
      .filter(({ called }) => called === undefined)
      .map(({ row }, place) => ({ row, place, called: `${name}${place + 1}` })),
    ...named.flatMap(({ row, called }) => (called === undefined ? [] : [{ row, place: -1, called }])),
  ]
}

const useRows = <Row extends TypedRow>(props: MovableRowsProps<Row>) => {
  const { name, start, typed, blank, onRemoved } = props
  const list = useRef<HTMLOListElement>(null)
  const [rows, setRows] = useState(start)
  const [said, setSaid] = useState('')
  const [removed, setRemoved] = useState<{
    readonly row: Row
    readonly at: number
    readonly called: string
  } | null>(null)
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
  const placed = placedRows(rows, props)
  const placeOf = (row: Row) => placed.findIndex((each) => each.row === row)
  return {
    list,
    rows,
    placed,
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
    remove: (row: Row) => {
      const shown = placeOf(row)
      const here = placed[shown]
      if (here === undefined) return
      const now = typed.find(({ id }) => id === row.id) ?? row
      const at = rows.indexOf(row)
      // Of what had no place nothing is lost.
      setRemoved(here.place < 0 ? null : { row: now, at, called: here.called })
      onRemoved?.(row.id)
      const near = placed.toSpliced(shown, 1)
      put(
        rows.toSpliced(at, 1),
        { id: (near[shown] ?? near.at(-1))?.row.id ?? '', part: 'field' },
        `${here.called}を消しました。`,
      )
    },
    move: (row: Row, by: -1 | 1) => {
      const shown = placeOf(row)
      const [here, other] = [placed[shown], placed[shown + by]]
      if (here === undefined || other === undefined) return
      // What stands apart stays behind those that she puts in order, also when it gets a place.
      const next = placed
        .map((each) => each.row)
        .toSpliced(shown, 1)
        .toSpliced(shown + by, 0, row)
      const words = `${here.called}を${other.place + 1}番目に移しました。`
      put(next, { id: row.id, part: by === 1 ? 'down' : 'up' }, words)
    },
    restore: () => {
      if (removed === null) return
      const { row, at, called } = removed
      setRemoved(null)
      put(rows.toSpliced(at, 0, row), { id: row.id, part: 'field' }, `${called}を元に戻しました。`)
    },
  }
}
