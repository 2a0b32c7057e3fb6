/** Turns a share link of Google Drive into the picture's address; other links stay. */
export const directPictureLink = (link: string): string => {
  const url = URL.parse(link.trim())
  if (url === null || !driveHosts.has(url.hostname)) return link
  const id = /^\/(?:a\/[^/]+\/)?file\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(url.pathname)?.[1]
  const idOfQuery = /^\/(?:open|uc)$/.test(url.pathname) ? url.searchParams.get('id') : null
  const found = id ?? idOfQuery ?? ''
  if (!/^[\w-]{10,}$/.test(found)) return link
  const key = url.searchParams.get('resourcekey') ?? ''
  return `https://drive.google.com/thumbnail?id=${found}&sz=w1200${/^[\w-]+$/.test(key) ? `&resourcekey=${key}` : ''}`
}

const driveHosts: ReadonlySet<string> = new Set(['drive.google.com', 'docs.google.com'])

/** Hosts whose links open a page around the picture, unless they match the pattern. */
const pageHosts = new Map<string, RegExp | null>([
  ['drive.google.com', /^\/thumbnail\?/],
  ['docs.google.com', null],
  ['photos.google.com', null],
  ['photos.app.goo.gl', null],
  ['www.dropbox.com', /[?&](?:raw|dl)=1\b/],
  ['dropbox.com', /[?&](?:raw|dl)=1\b/],
  ['1drv.ms', null],
  ['onedrive.live.com', /^\/(?:download|embed)\b/],
  ['www.icloud.com', null],
  ['share.icloud.com', null],
  ['instagram.com', null],
  ['www.instagram.com', null],
  ['www.flickr.com', null],
  ['flic.kr', null],
  ['imgur.com', /\.(?:jpe?g|png|gif|webp)$/i],
  ['gyazo.com', /\.(?:jpe?g|png|gif|webp)$/i],
  ['ibb.co', null],
  ['www.pinterest.com', null],
  ['www.pinterest.jp', null],
  ['pin.it', null],
])

export const isLinkToPage = (link: string): boolean => {
  const url = URL.parse(link.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  const picture = pageHosts.get(url.hostname)
  if (picture === undefined) return /\.html?$/i.test(url.pathname)
  return picture === null || !picture.test(`${url.pathname}${url.search}`)
}
