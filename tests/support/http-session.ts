import { demoMembers } from '../../db/demo/members.ts'

/** Asks the shop as somebody would whose browser runs no script; cookies are kept. */
export interface HttpSession {
  get(path: string): Promise<Response>
  /** A form, from the shop's own pages. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>
  /** As a browser would send them. */
  cookie(): string
}

export const httpSession = (origin: string): HttpSession => {
  const cookies = new Map<string, string>()
  const sent = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = sent()
    const response = await fetch(new URL(path, origin), {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), origin },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
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
export const signedInSession = async (origin: string, email: string): Promise<HttpSession> => {
  const session = httpSession(origin)
  const password = demoMembers.find((member) => member.email === email)?.password ?? ''
  const { status } = await session.post('/gallery/login', { email, password })
  if (status !== 302) throw new Error(`signing in as ${email} was answered with ${status}`)
  return session
}
