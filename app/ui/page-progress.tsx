import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import css from './page-progress.module.css'

/** Screen readers are told only of slow pages. */
const longMs = 1_000

/** A line at the top during a navigation, which CSS delays a little. */
export function PageProgress() {
  const { state } = useNavigation()
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(setIsLong, longMs, true)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [state])
  return (
    <p className={state === 'idle' ? 'visually-hidden' : css.line} role="status">
      {isLong ? 'ページを読み込んでいます。' : ''}
    </p>
  )
}
