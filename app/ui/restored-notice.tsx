import { Button } from './button.tsx'
import { focusHeading } from './focus-heading.ts'
import { Notice } from './notice.tsx'

/** Above a form that was filled from its draft. */
export function RestoredNotice({
  isNew = false,
  discard = isNew ? '下書きを消して、最初から書く' : '保存されている内容に戻す',
  onDiscard,
}: {
  /** Of what is posted rather than saved. */
  readonly isNew?: boolean
  readonly discard?: string
  readonly onDiscard: () => void
}) {
  return (
    <Notice
      announce
      actions={
        <Button
          look="secondary"
          onClick={() => {
            // It goes with its notice.
            focusHeading()
            onDiscard()
          }}
        >
          {discard}
        </Button>
      }
    >
      <p>この端末に残っていた、書きかけの内容を戻しました。まだ{isNew ? '投稿' : '保存'}されていません。</p>
    </Notice>
  )
}
