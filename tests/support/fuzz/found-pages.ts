import { addresses } from '../../../app/addresses.ts'
import { patternOf } from '../../../app/href.ts'
import { type FoundForm, formsIn, linksIn } from './found-forms.ts'

/** What following every link finds. */
export interface FoundPages {
  readonly links: readonly string[]
  readonly forms: readonly FoundForm[]
  /** Broken links, and links to an error. */
  readonly broken: readonly string[]
}

const rows = Object.keys(addresses)
  .filter((row) => !row.includes('*'))
  .map((row) => ({ row, form: patternOf(row) }))

/** The row of the table that an address belongs to; other files count as one. */
const rowOf = (path: string): string => {
  const pathname = path.split('?')[0] ?? path
  return addresses[pathname] ? pathname : (rows.find(({ form }) => form.test(pathname))?.row ?? 'a file')
}

const kindOf = (path: string): string => {
  const names = [...new URLSearchParams(path.split('?')[1] ?? '').keys()].sort()
  return `${rowOf(path)}?${names.join('&')}`
}

interface Walk {
  readonly origin: string
  readonly listens: string
  readonly cookie: string
  /** How many addresses with the same row and parameters are requested, as lists link to each other in thousands of ways. */
  readonly perKind: number
  readonly mostPages: number
}

/** Streams never end, and following the logout signs out. */
const isLeft = (path: string): boolean => /^\/gallery\/logout|comment-events/.test(path)

/** Follows the links from the first pages of the shop, the gallery and the desk. */
export const walk = async ({ origin, listens, cookie, perKind, mostPages }: Walk): Promise<FoundPages> => {
  const [links, forms] = [new Set<string>(), new Map<string, FoundForm>()]
  const broken: string[] = []
  const counts = new Map<string, number>()
  const waiting = ['/', '/gallery', '/gallery/mypage', ...(cookie.includes('desk-session') ? ['/admin'] : [])]
  const seen = new Set(waiting)
  const take = (path: string, from: string) => {
    if (seen.has(path) || isLeft(path)) return
    seen.add(path)
    const kind = kindOf(path)
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    if (count < perKind) waiting.push(path)
    else links.add(path)
    cameFrom.set(path, from)
  }
  const cameFrom = new Map<string, string>()
  const visit = async (path: string) => {
    // From its own client address, so that no limit stops the walk.
    const address = `198.18.${links.size >> 8}.${links.size & 255}`
    links.add(path)
    const headers = { cookie, origin, 'x-real-ip': address }
    const answer = await fetch(new URL(path, listens), { headers, redirect: 'manual' })
    const said = `${answer.status} ${path} from ${cameFrom.get(path) ?? 'the beginning'}`
    if (answer.status >= 400) broken.push(said)
    const { location } = Object.fromEntries(answer.headers)
    if (location !== undefined)
      for (const link of linksIn(` href="${location}"`, path, origin)) take(link, path)
    const html = await answer.text()
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return
    for (const link of linksIn(html, path, origin)) take(link, path)
    for (const form of formsIn(html, path, origin)) {
      const names = form.fields.map(([name]) => name).join('&')
      const key = `${form.method} ${kindOf(form.path)} ${names}`
      if (!forms.has(key)) forms.set(key, form)
    }
  }
  for (let pages = 0; waiting.length > 0 && pages < mostPages; pages += 4)
    await Promise.all(waiting.splice(0, 4).map(visit))
  return { links: [...links], forms: [...forms.values()], broken }
}
