/** A form of a page, with what it would send unchanged. */
export interface FoundForm {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

const signs: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" }

const decoded = (html: string): string =>
  html.replace(/&(amp|quot|lt|gt|#x27);/g, (_, name: string) => signs[name] ?? '')

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(`${tag} `)
  return found === null ? undefined : decoded(found[1] ?? '')
}

/** Targets of a page's links, pictures and styles within the site, without fragments. */
export const linksIn = (html: string, from: string, origin: string): string[] => {
  const found = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link = '']) => decoded(link))
  const own = found.flatMap((link) => {
    if (!URL.canParse(link, new URL(from, origin))) return []
    const url = new URL(link, new URL(from, origin))
    return url.origin === origin ? [url.pathname + url.search] : []
  })
  return [...new Set(own)]
}

const fieldOf = (tag: string, inner: string): readonly (readonly [string, string])[] => {
  const name = attribute(tag, 'name')
  if (name === undefined || name === '') return []
  if (tag.startsWith('<textarea')) return [[name, decoded(inner)]]
  if (tag.startsWith('<select')) {
    const options = [...inner.matchAll(/<option[^>]*>/g)].map(([option]) => option)
    const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options.at(-1)
    return [[name, attribute(chosen ?? '', 'value') ?? '']]
  }
  return [[name, attribute(tag, 'value') ?? (attribute(tag, 'type') === 'checkbox' ? 'on' : '')]]
}

/** The forms of a page; boxes count as ticked, and of several buttons the last one is pressed. */
export const formsIn = (html: string, from: string, origin: string): FoundForm[] =>
  [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].flatMap(([form]) => {
    const tag = /^<form[^>]*>/.exec(form)?.[0] ?? ''
    const action = new URL(attribute(tag, 'action') ?? from, new URL(from, origin))
    if (action.origin !== origin) return []
    const parts = form.matchAll(
      /<(?:input|button)[^>]*>|<textarea[^>]*>([\s\S]*?)<\/textarea>|<select[^>]*>([\s\S]*?)<\/select>/g,
    )
    const fields = [...parts].flatMap(([part, text, options]) =>
      fieldOf(/^<[^>]*>/.exec(part)?.[0] ?? '', text ?? options ?? ''),
    )
    const method = /^post$/i.test(attribute(tag, 'method') ?? '') ? ('POST' as const) : ('GET' as const)
    return [{ method, path: action.pathname + action.search, fields }]
  })
