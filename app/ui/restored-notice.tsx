import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Above a form that was filled from its draft. */
export function RestoredNotice({
  discard = '保存されている内容に戻す',
  isNew = false,
  onDiscard,
}: {
  readonly discard?: string
  readonly isNew?: boolean
  readonly onDiscard: () => void
}) {
  return (
    <Notice
      announce
      actions={
        <Button look="secondary" onClick={onDiscard}>
          {discard}
        </Button>
      }
    >
      <p>この端末に残っていた、書きかけの内容を戻しました。まだ{isNew ? '投稿' : '保存'}されていません。</p>
    </Notice>
  )
}
