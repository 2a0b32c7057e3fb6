import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useNavigation, useRevalidator } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'

const limitMs = 5_000
const pausesMs = [1_000, 2_000, 4_000]

export interface Unreachable {
  readonly unreachable: true
}

type Answer<T> = { readonly value: T } | null

const after = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

/**
 * Retries a read that fails or takes longer than 5 s after 1, 2 and 4 s (R24). The first answer wins, even a late one; refusals and
 * redirects are thrown at once.
 */
export const readWithRetries = async <T,>(
  read: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | Unreachable> => {
  const attempt = (): Promise<Answer<T>> =>
    read().then(
      (value) => ({ value }),
      (error: unknown) => {
        if (error instanceof Response || isRouteErrorResponse(error) || signal.aborted) throw error
        return null
      },
    )
  const earlier: Promise<Answer<T>>[] = []
  const orLate = (limit: Promise<null>) => earlier.map((one) => one.then((answer) => answer ?? limit))
  for (const pause of [...pausesMs, null]) {
    const latest = attempt()
    const limit = after(limitMs)
    const answer = await Promise.race([latest, limit, ...orLate(limit)])
    if (answer !== null) return answer.value
    earlier.push(latest)
    if (pause === null || signal.aborted) break
    const paused = after(pause)
    const late = await Promise.race([paused, ...orLate(paused)])
    if (late !== null) return late.value
  }
  return { unreachable: true }
}

const isReached = <T extends object>(data: T): data is Exclude<T, Unreachable> => !('unreachable' in data)

/** The last data that was read; undefined when there was none yet. */
export const useLastGood = <T extends object>(data: T): Exclude<T, Unreachable> | undefined => {
  const good = isReached(data) ? data : undefined
  const [last, setLast] = useState(good)
  if (good !== undefined && good !== last) setLast(good)
  return good ?? last
}

const slowAfterMs = 1_000

/** Says that the list is loading, and when that takes several tries. */
export function ListWait({ path }: { readonly path: string }) {
  const { location } = useNavigation()
  const { state } = useRevalidator()
  const isReading = location?.pathname === path || state === 'loading'
  return <EdgeNotice>{isReading ? <Waiting key={location?.key} /> : null}</EdgeNotice>
}

function Waiting() {
  const [stage, setStage] = useState<'quick' | 'slow' | 'again'>('quick')
  useEffect(() => {
    const slow = setTimeout(() => setStage('slow'), slowAfterMs)
    const again = setTimeout(() => setStage('again'), limitMs)
    return () => {
      clearTimeout(slow)
      clearTimeout(again)
    }
  }, [])
  if (stage === 'quick') return null
  return (
    <Notice>
      {stage === 'slow'
        ? '作品を読み込んでいます…'
        : '読み込みに時間がかかっています。もう一度試しているので、このままお待ちください。'}
    </Notice>
  )
}

/** Says that the list shown is an older one, and offers a retry. */
export function ListUnreachable({ data }: { readonly data: object }) {
  const { revalidate } = useRevalidator()
  if (isReached(data)) return null
  return (
    <EdgeNotice urgent>
      <Notice
        kind="error"
        actions={
          <Button look="quiet" onClick={() => void revalidate()}>
            もう一度読み込む
          </Button>
        }
      >
        通信できず、作品を読み込めませんでした。前に読み込んだ一覧があれば、そのまま表示しています。
      </Notice>
    </EdgeNotice>
  )
}
