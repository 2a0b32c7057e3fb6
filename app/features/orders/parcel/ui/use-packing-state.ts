import { useEffect, useRef, useState } from 'react'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { listenForVersions } from '~/ui/live-versions.ts'
import { type PackingState, tickOf } from '../rules.ts'

const longestWaitMs = 15_000
/** Spreads the readers of an act over time. */
const spreadMs = 500
const againMs = 2_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const stateIn = (value: unknown): PackingState => {
  const { ticks, left, came } = fieldsOf(value)
  return {
    came: typeof came === 'number' ? came : 0,
    ticks: Object.fromEntries(Object.entries(fieldsOf(ticks)).map(([key, by]) => [key, textOf(by)])),
    left: (Array.isArray(left) ? left : []).map((one): LeftOut => {
      const { what, why, whatToDo } = fieldsOf(one)
      return { what: textOf(what), why: textOf(why), whatToDo: textOf(whatToDo) }
    }),
  }
}

/** What was ticked of an order that has left stays: who packed it reads of it with her next press (N90). */
const withTicksOfLeft = (before: PackingState, read: PackingState): PackingState => {
  const left = new Set(read.left.map(({ what }) => what))
  const kept = Object.entries(before.ticks).filter(([key]) => left.has(tickOf(key)?.number ?? ''))
  return { ...read, ticks: { ...Object.fromEntries(kept), ...read.ticks } }
}

/** 'out' when she is no longer at the desk; undefined if it could not be read. */
const readState = async (
  numbers: string,
  since: number,
  signal: AbortSignal,
): Promise<PackingState | 'out' | undefined> => {
  try {
    const response = await fetch(href('/admin/packing/state', { orders: numbers, since: String(since) }), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]),
      redirect: 'error',
    })
    if (response.status === 404 || response.status === 401) return 'out'
    return response.ok ? stateIn(await response.json()) : undefined
  } catch {
    return undefined
  }
}

/**
 * Ticks and leavers of these orders as others change them while the page is in sight (N92), and how many came `since` it was read
 * (epoch ms; N113). What she has ticked herself counts until it is stored: a list that was read before is not taken. The orders stay
 * where they are.
 */
export const usePackingState = (numbers: readonly string[], loaded: PackingState, since: number) => {
  const [state, setState] = useState(loaded)
  const [lastLoaded, setLastLoaded] = useState(loaded)
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map())
  /** Rises with each tick of hers and with each answer to one. */
  const round = useRef(0)
  const lastPress = useRef(0)
  /** The last press of hers of each tick. */
  const lastOf = useRef(new Map<string, number>())
  /** Which press of hers each tick waits for. */
  const unanswered = useRef(new Map<string, number>())
  const readSoon = useRef(() => {})
  const isHere = (key: string): boolean => numbers.includes(tickOf(key)?.number ?? '')
  if (loaded !== lastLoaded) {
    setLastLoaded(loaded)
    setState(loaded)
    // What was ticked of an order that has left is no tick of it when it comes back (N85.2), and nobody waits for its answer.
    setOwn((before) => new Map([...before].filter(([key]) => isHere(key))))
  }
  const orders = numbers.join(',')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `isHere` tells of `orders`
  useEffect(() => {
    unanswered.current = new Map([...unanswered.current].filter(([key]) => isHere(key)))
    const stopped = new AbortController()
    let timer = 0
    let failures = 0
    let isReading = false
    let isWanted = false
    const read = async () => {
      timer = 0
      isWanted = isReading
      if (isReading) return
      isReading = true
      const at = round.current
      const read = await readState(orders, since, stopped.signal)
      isReading = false
      if (stopped.signal.aborted) return
      if (read === 'out') return stop()
      failures = read === undefined ? failures + 1 : 0
      const isOld = at !== round.current || unanswered.current.size > 0
      if (read !== undefined && !isOld) setState((before) => withTicksOfLeft(before, read))
      if (read === undefined) readIn(againMs * 2 ** Math.min(failures, 4) * (0.5 + Math.random()))
      else if (isWanted || isOld) readIn(spreadMs * Math.random())
    }
    const readIn = (ms: number) => {
      if (timer === 0) timer = window.setTimeout(() => void read(), ms)
    }
    const soon = () => readIn(spreadMs * Math.random())
    readSoon.current = soon
    const stop = listenForVersions(href('/admin/events'), { onVersion: soon, onMissed: soon })
    return () => {
      stop()
      stopped.abort()
      window.clearTimeout(timer)
    }
  }, [orders, since])

  const wasOn = (key: string): boolean => state.ticks[key] !== undefined
  return {
    /** Orders that came since the page was read. */
    came: state.came,
    isOn: (key: string): boolean => own.get(key) ?? wasOn(key),
    /** As stored, which the form tells besides what it shows. */
    wasOn,
    tickedBy: (key: string): string => (own.has(key) ? '' : (state.ticks[key] ?? '')),
    leftOf: (number: string): LeftOut | undefined => state.left.find(({ what }) => what === number),
    /** The number of her last press. */
    lastPress: () => lastPress.current,
    /** She ticks; it is not stored yet. Gives the number of the press, which is an earlier one's where that is sent again. */
    press: (keys: readonly string[], value: boolean, again?: number): number => {
      round.current += 1
      if (again === undefined) lastPress.current += 1
      const press = again ?? lastPress.current
      for (const key of keys) {
        unanswered.current.set(key, press)
        lastOf.current.set(key, press)
      }
      setOwn((before) => new Map([...before, ...keys.map((key) => [key, value] as const)]))
      return press
    },
    /** The ticks of a lost press that she has not pressed again since. */
    stillLost: (press: number, keys: readonly string[]): string[] =>
      keys.filter((key) => own.has(key) && lastOf.current.get(key) === press),
    /** The answer to a press has come, or is lost, and then what she ticked stays as it is; what she pressed again since waits on. */
    answered: (
      press: number,
      keys: readonly string[],
      { isStored, left }: { readonly isStored: boolean; readonly left: readonly LeftOut[] },
    ) => {
      round.current += 1
      const told = new Set(keys.filter((key) => unanswered.current.get(key) === press))
      for (const key of told) unanswered.current.delete(key)
      if (isStored) {
        // Also of an order that has left meanwhile: her box of it is packed.
        const on = [...told].filter((key) => own.get(key) === true)
        setOwn((before) => new Map([...before].filter(([key]) => !told.has(key))))
        setState((before) => ({
          ...before,
          ticks: Object.fromEntries([
            ...Object.entries(before.ticks).filter(([key]) => !told.has(key)),
            ...on.map((key) => [key, '']),
          ]),
          left: [...before.left.filter(({ what }) => !left.some((one) => one.what === what)), ...left],
        }))
      }
      readSoon.current()
    },
  }
}

export type LivePacking = ReturnType<typeof usePackingState>
