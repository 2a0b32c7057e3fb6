import { useEffect, useState } from 'react'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { whenShown } from '~/ui/page-visibility.ts'
import { type Arrival, arrivalAt } from '../rules.ts'

/** Browsers' timers overflow on long waits. */
const longestWaitMs = 3_600_000

/** P21. The first render uses the server's time, at most ten seconds old; then the browser's clock moves on, also in a page left open. */
const useArrival = (arrivals: readonly Arrival[]): string | null => {
  const [now, setNow] = useState(0)
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    return whenShown(look)
  }, [])
  const until = arrivals.find((arrival) => now < arrival.until)?.until
  useEffect(() => {
    if (now === 0 || until === undefined) return
    const wait = Math.min(Math.max(until - Date.now(), 0) + 50, longestWaitMs)
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [now, until])
  return arrivalAt(arrivals, now)
}

export function ArrivalLine({ arrivals }: { readonly arrivals: readonly Arrival[] }) {
  const arrival = useArrival(arrivals)
  return arrival === null ? null : <p>いまのご注文なら、{arrival}（目安です）</p>
}

/** As 12月2日(水)〜12月4日(金)ごろお届け; null until the shop has told. Read when the cart opens, so that pages do not load it. */
export const useArrivalOfNow = (): string | null => {
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  useEffect(() => {
    let isCurrent = true
    void readArrivals().then((read) => isCurrent && setArrivals(read))
    return () => {
      isCurrent = false
    }
  }, [])
  return useArrival(arrivals)
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
