/**
 * The address of an outside page as it may stand in `href`, or null (P12): https only, with a host name that has a dot,
 * without credentials, control characters or backslashes, of which browsers and readers make different hosts. The link
 * itself still carries `rel="noopener"`.
 */
export const safeLink = (address: string | null | undefined): string | null => {
  const text = (address ?? '').trim()
  if (!/^https:\/\/[^/]/i.test(text) || /[\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return null
  const { href, hostname, username, password } = new URL(text)
  return username === '' && password === '' && hostname.includes('.') ? href : null
}
