import { useState } from 'react'
import { sendComment } from './comment-calls.ts'

interface Hearers {
  readonly announce: (text: string) => void
  readonly hear: (version: number) => void
}

export const useDeletion = (recipe: string, { announce, hear }: Hearers) => {
  const [deleting, setDeleting] = useState<readonly string[]>([])
  const [deleted, setDeleted] = useState<readonly string[]>([])
  const [failure, setFailure] = useState('')
  const remove = async (id: string) => {
    setFailure('')
    setDeleting((all) => [...all, id])
    // The pressed button disappears with its comment.
    document.getElementById('comments-heading')?.focus({ preventScroll: true })
    const result = await sendComment(recipe, { id })
    setDeleting((all) => all.filter((each) => each !== id))
    if (!result.ok && result.reason !== 'not_found') return setFailure(result.text)
    setDeleted((all) => [...all, id])
    announce('コメントを削除しました')
    if (result.ok) hear(result.version)
  }
  return { deleting, deleted, failure, forgetFailure: () => setFailure(''), remove }
}
