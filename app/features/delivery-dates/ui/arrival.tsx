import { useEffect, useState } from 'react'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { type Arrival, arrivalAt } from '../rules.ts'

/** Longer waits are cut short by what browsers can count. */
const longestWaitMs = 3_600_000

/**
 * 11月27日(金)〜12月1日(火)ごろお届け, with what it is counted from (P21); nothing where nothing can be said. The first render is the
 * server's, whose pages are at most ten seconds old; then the browser's clock moves on, also after a page was left open.
 */
export function ArrivalLine({ arrivals }: { readonly arrivals: readonly Arrival[] }) {
  const [now, setNow] = useState(0)
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const until = arrivals.find((arrival) => now < arrival.until)?.until
  useEffect(() => {
    if (now === 0 || until === undefined) return
    const wait = Math.min(Math.max(until - Date.now(), 0) + 50, longestWaitMs)
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [now, until])
  const arrival = arrivalAt(arrivals, now)
  return arrival === null ? null : <p>いまのご注文なら、{arrival}（目安です）</p>
}

/** The same in the cart, which asks when it is opened: pages that show no arrival bring nothing of it. */
export function ArrivalInCart() {
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  useEffect(() => {
    let isCurrent = true
    void readArrivals().then((read) => isCurrent && setArrivals(read))
    return () => {
      isCurrent = false
    }
  }, [])
  return <ArrivalLine arrivals={arrivals} />
}

const readArrivals = async (): Promise<Arrival[]> => {
  try {
    const response = await fetch(href('/api/arrivals'))
    const read: unknown = response.ok ? await response.json() : []
    return (Array.isArray(read) ? read : []).flatMap((one) => {
      const { until, text } = fieldsOf(one)
      return typeof until === 'number' && typeof text === 'string' ? [{ until, text }] : []
    })
  } catch {
    // The law's item stands in the cart without it.
    return []
  }
}
