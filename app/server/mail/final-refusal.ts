import { z } from 'zod'

const refusal = z.object({
  command: z.string(),
  responseCode: z.number(),
  response: z.string(),
})

/** RFC 3463: no such mailbox, domain or form of address, moved away, a domain without mail, a closed mailbox. */
const noSuchRecipient = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

/** Codes that give no other reason than a refused recipient. */
const unsaid = /^5\.(0\.0|1\.0|2\.0|4\.1)$/
const refusedRecipient = new Set([550, 551, 553, 554, 556])

/** Some servers refuse us at RCPT TO; then our set-up is wrong, and the owner can correct it. */
const aboutUs = /relay|sender|authenticat|log.?in|polic|block|spam|black.?list|reputation/i

/** Whether the recipient can never be reached. Temporary errors, full mailboxes and 5xx about us are tried again. */
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
