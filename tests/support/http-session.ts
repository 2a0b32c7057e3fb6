import { demoMembers } from '../../demo/members.ts'

/** Requests pages like a browser without script; cookies are kept. */
export interface HttpSession {
  get(path: string): Promise<Response>
  /** A form, from the shop's own pages. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>
  /** As a browser would send them. */
  cookie(): string
}

/** `listens` is where a shop with another public address answers; `given` are cookies to begin with. */
export const httpSession = (
  origin: string,
  { listens = origin, given = {} }: { listens?: string; given?: Record<string, string> } = {},
): HttpSession => {
  const cookies = new Map(Object.entries(given))
  const sent = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = sent()
    const response = await fetch(new URL(path, listens), {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), origin },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (set.includes('; Max-Age=0;')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    get: (path) => ask(path, {}),
    post: (path, fields) => ask(path, { method: 'POST', body: new URLSearchParams(fields) }),
    cookie: sent,
  }
}

/** A session of a login of the demo. */
export const signedInSession = async (
  origin: string,
  email: string,
  listens = origin,
): Promise<HttpSession> => {
  const session = httpSession(origin, { listens })
  const password = demoMembers.find((member) => member.email === email)?.password ?? ''
  const { status } = await session.post('/gallery/login', { email, password })
  if (status !== 302) throw new Error(`signing in as ${email} was answered with ${status}`)
  return session
}
