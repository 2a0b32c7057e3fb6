import { webLink, withScheme } from '~/kernel/links.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { nfkc } from '~/kernel/text.ts'

export const socialNetworks = ['instagram', 'twitter', 'youtube', 'tiktok', 'website'] as const

/** Found only in old profiles; with the hosts of their links. */
const formerHosts = {
  facebook: ['facebook.com', 'fb.com'],
  line: ['line.me', 'page.line.me', 'lin.ee'],
} as const

export type FormerNetwork = keyof typeof formerHosts

export const formerNetworks = ['facebook', 'line'] as const satisfies readonly FormerNetwork[]

export type SocialNetwork = (typeof socialNetworks)[number]

export type SocialLinks = Readonly<Record<SocialNetwork, string>>

export type SocialLinkRefusal = 'not_fitting' | 'too_long'

interface ProfileAddresses {
  /** Without www., m. and mobile. */
  readonly hosts: readonly string[]
  readonly start: string
  readonly handle: RegExp
}

const profileAddresses: Readonly<Record<SocialNetwork, ProfileAddresses | null>> = {
  instagram: { hosts: ['instagram.com'], start: 'https://instagram.com/', handle: /^(?!\.+$)[\w.]{1,30}$/ },
  twitter: { hosts: ['x.com', 'twitter.com'], start: 'https://x.com/', handle: /^\w{1,30}$/ },
  youtube: {
    hosts: ['youtube.com'],
    start: 'https://youtube.com/@',
    handle: /^(?!\.+$)[\p{L}\p{M}\p{N}._·-]{1,30}$/u,
  },
  tiktok: {
    // The app shares links with the last two.
    hosts: ['tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'],
    start: 'https://tiktok.com/@',
    handle: /^(?!\.+$)[\w.]{1,30}$/,
  },
  website: null,
}

export const longestAddress = 300

/** Makes an address of what was typed (R9): handles become profiles, `https://` is added where missing, '' stays. Idempotent. */
export const normalizedSocialLink = (
  network: SocialNetwork,
  typed: string,
): Result<string, SocialLinkRefusal> => {
  const text = nfkc(typed).trim()
  if (text === '') return ok('')
  if (text.length > longestAddress) return refused('too_long')
  // These characters would show readers another address.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u.test(text)) return refused('not_fitting')
  const profile = profileAddresses[network]
  const link = profile === null ? anyWebsite(text) : profileLink(profile, text)
  if (link === null) return refused('not_fitting')
  return link.length > longestAddress ? refused('too_long') : ok(link)
}

/** Public host names only: https://2024 would lead to 0.0.7.232. */
const isPublicName = (hostname: string): boolean => /^(?:[a-z\d_-]+\.)+[a-z][a-z\d-]*$/i.test(hostname)

const parsed = (text: string): URL | null => {
  // In a URL the text before @ is a user name; here it is a handle.
  const link = text.startsWith('@') ? null : webLink(withScheme(text))
  if (link === null) return null
  const url = new URL(link)
  return url.port === '' && isPublicName(url.hostname) ? url : null
}

const anyWebsite = (text: string): string | null => parsed(text)?.href ?? null

const plainHost = (hostname: string): string => hostname.replace(/^(?:www|m|mobile)\./, '')

const profileLink = ({ hosts, start, handle }: ProfileAddresses, text: string): string | null => {
  const fits = (hostname: string) => hosts.includes(plainHost(hostname))
  const name = text.replace(/^@/, '')
  if (handle.test(name) && !fits(name.toLowerCase())) return new URL(`${start}${name}`).href
  const url = parsed(text)
  if (url === null || !fits(url.hostname) || url.pathname === '/') return null
  url.protocol = 'https:'
  return url.href
}

/** Safe for `href`; null when the stored text is no link to the network (R9). */
export const formerSocialLink = (network: FormerNetwork, stored: string): string | null => {
  const link = webLink(stored)
  if (link === null) return null
  const hosts: readonly string[] = formerHosts[network]
  return hosts.includes(plainHost(new URL(link).hostname)) ? link : null
}
