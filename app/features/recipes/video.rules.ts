const videoId = /^[\w-]{11}$/
const hosts = new Set(['youtube.com', 'youtube-nocookie.com'])
const pathWithId = /^\/(?:shorts|embed|live)\/([^/]+)\/?$/

/** The 11-character id in an address of YouTube - watch, youtu.be, short or embed -, or null (R7). */
export const videoIdOf = (address: string): string | null => {
  const text = address.trim()
  const url = URL.parse(/^[a-z]+:/i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.port !== '') return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const idIn = () => {
    if (host === 'youtu.be') return url.pathname.slice(1).replace(/\/$/, '')
    if (!hosts.has(host)) return null
    return /^\/watch\/?$/.test(url.pathname)
      ? url.searchParams.get('v')
      : (pathWithId.exec(url.pathname)?.[1] ?? null)
  }
  const id = idIn()
  return id !== null && videoId.test(id) ? id : null
}

/** Where players are framed from: it sets no cookies before a film is played. */
export const videoHost = 'https://www.youtube-nocookie.com'

/** Of the player, built by us from the id alone. */
export const playerAddress = (id: string): string => `${videoHost}/embed/${id}?autoplay=1&rel=0`
