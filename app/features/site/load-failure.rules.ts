/** Why goods or collaborations could not be read. */
export type LoadFailureReason = 'permission denied' | 'unavailable' | 'timeout' | 'other'

// The only words that may stand for {message} (P17): what really happened is in the log.
const messages = { timeout: 'timeout', other: 'database error' } as const

/** What the page says for a list called `what`, such as キット: the named texts in brackets behind a sentence (S:L176-178, P17). */
export const loadFailureText = (reason: LoadFailureReason, what: string): string => {
  if (reason === 'permission denied')
    return `${what}を読み込めませんでした。お店の設定に問題があるようです（check the database permission settings）。`
  if (reason === 'unavailable')
    return `ただいま${what}をご覧いただけません。しばらくたってから、もう一度お試しください。`
  return `${what}を読み込めませんでした（failed to fetch kits/links: ${messages[reason]}）。`
}
