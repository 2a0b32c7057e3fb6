import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { href } from '~/href.ts'
import { lostIn } from '~/ui/lost-request.ts'
import type { PackingLine } from '../rules.ts'
import css from './packing.module.css'

const names = { cut: '裁った', packed: '入れた' } as const

/** A tick stored at once; without script with the surrounding form. */
export function PackingTick({
  tick: { key, step, isOn },
  line,
  requestId,
}: {
  readonly tick: PackingLine['ticks'][number]
  readonly line: string
  readonly requestId: string
}) {
  const fetcher = useFetcher({ key: `tick:${key}` })
  const presses = useRef(0)
  const [pressed, setPressed] = useState<boolean | null>(null)
  const isBusy = fetcher.state !== 'idle'
  const wasBusy = useRef(false)
  // Afterwards the stored value counts, which another packer may change.
  useEffect(() => {
    if (wasBusy.current && !isBusy) setPressed(null)
    wasBusy.current = isBusy
  }, [isBusy])
  const isLost = !isBusy && lostIn(fetcher.data) !== null
  return (
    <label className={css.tick}>
      {isOn ? <input type="hidden" name={`was:${key}`} value="on" /> : null}
      <input
        type="checkbox"
        name={`tick:${key}`}
        checked={pressed ?? isOn}
        onChange={(event) => {
          const value = event.currentTarget.checked ? 'on' : 'off'
          setPressed(event.currentTarget.checked)
          presses.current += 1
          const form = { intent: 'tick', key, value, requestId: `${requestId}:${key}:${presses.current}` }
          void fetcher.submit(form, { method: 'post', action: href('/admin/packing') })
        }}
      />
      <span>
        <span className="visually-hidden">{line} </span>
        {names[step]}
      </span>
      {isLost ? (
        <span role="alert" className={css.lost}>
          印を保存できませんでした
        </span>
      ) : null}
    </label>
  )
}
