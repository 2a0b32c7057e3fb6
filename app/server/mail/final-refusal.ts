import { z } from 'zod'

/** What a mail server said, as nodemailer gives it. */
const refusal = z.object({
  command: z.string(),
  responseCode: z.number(),
  response: z.string(),
})

/** RFC 3463: no such mailbox, domain or form of address, moved away, a domain without mail, a mailbox that is closed. */
const noSuchRecipient = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

/** Codes that say no more than that the recipient was refused. */
const unsaid = /^5\.(0\.0|1\.0|2\.0|4\.1)$/
const refusedRecipient = new Set([550, 551, 553, 554, 556])

/** Some servers refuse us only when they hear the recipient: what is wrong then is our set-up, and can be mended. */
const aboutUs = /relay|sender|authenticat|log.?in|polic|block|spam|black.?list|reputation/i

/**
 * Whether a mail server has said that this recipient will never be reached. All else is worth another try: what is temporary
 * (4xx), a full mailbox, and 5xx that are about us - our login, our address, our right to send, the words of the mail.
 */
export const isFinalRefusal = (error: unknown): boolean => {
  const said = refusal.safeParse(error)
  if (!said.success) return false
  const { command, responseCode, response } = said.data
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (detail !== undefined && noSuchRecipient.test(detail)) return true
  const saysNoMore = detail === undefined || unsaid.test(detail)
  return command === 'RCPT TO' && refusedRecipient.has(responseCode) && saysNoMore && !aboutUs.test(response)
}
