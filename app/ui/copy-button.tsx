import { useState } from 'react'
import { Button } from './button.tsx'
import { useHasScript } from './use-has-script.ts'

/** Copies `text`; without script or clipboard the text beside it can be selected. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const hasScript = useHasScript()
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(`${what}をコピーしました。`)
    } catch {
      setSaid('コピーできませんでした。文字を選んでコピーしてください。')
    }
  }
  if (!hasScript) return null
  return (
    <>
      <Button look="secondary" onClick={() => void copy()}>
        コピー
      </Button>
      <span role="status">{said}</span>
    </>
  )
}
