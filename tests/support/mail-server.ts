import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly recipients: readonly string[]
  readonly raw: string
  /** As the client called itself. */
  readonly helo: string
}

/** The server's answer to a sender or recipient that it refuses. */
export interface MailRefusal {
  readonly responseCode: number
  readonly message: string
}

export interface MailServer {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Passwords that were sent, whether they were right. */
  readonly passwords: readonly string[]
  close(): Promise<void>
}

interface MailServerParts {
  /** Then nobody sends without this login, which is `user` and this password. */
  readonly password?: string
  /** Offered, or from the first byte on; with a certificate of nobody for localhost that is over. */
  readonly tls?: 'starttls' | 'smtps'
  /** Its answer to a mail that it has. */
  readonly answer?: string
}

const fullName = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$|^\[.+\]$|^localhost$/i
const refused = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** What Postfix (`smtpd_forbid_bare_newline`) or Exim (long lines) would refuse of a mail; undefined for nothing. */
const faultOf = (raw: Buffer): Error | undefined => {
  const text = raw.toString('latin1')
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) return refused(521, '5.5.2 Error: bare <LF> received')
  if (text.includes('\0')) return refused(550, '5.6.0 NUL in the message')
  if (text.split('\r\n').some((line) => line.length > 998)) return refused(550, '5.6.0 line too long')
  const [head = ''] = text.split('\r\n\r\n', 1)
  if (/[^\r\n\t -~]/.test(head)) return refused(550, '5.6.7 unencoded characters in the header')
  const missing = ['From', 'Date', 'Message-ID'].find((name) => !new RegExp(`^${name}: `, 'm').test(head))
  return missing === undefined ? undefined : refused(550, `5.6.0 no ${missing} in the header`)
}

/**
 * `startMailServer` hands its `close` to `atEnd`, refuses the addresses of `refusals`, and answers a mail `answersAfterMs` after it has it.
 * It is as strict as the strictest: full names at HELO (`reject_non_fqdn_helo_hostname`), line ends, lengths and headers of RFC 5322.
 */
export const startMailServer = async (
  atEnd: (close: () => Promise<void>) => void,
  refusals: Readonly<Record<string, MailRefusal>> = {},
  answersAfterMs = 0,
  { password, tls, answer = '2.0.0 Ok: queued as 4XTEST' }: MailServerParts = {},
): Promise<MailServer> => {
  const received: ReceivedMail[] = []
  const passwords: string[] = []
  const judge = ({ address }: { readonly address: string }, _: unknown, done: (error?: Error) => void) => {
    const refusal = refusals[address]
    done(refusal && Object.assign(new Error(refusal.message), refusal))
  }
  const login: SMTPServerOptions =
    password === undefined
      ? { authOptional: true }
      : {
          allowInsecureAuth: true,
          authMethods: ['PLAIN'],
          onAuth(auth, _, done) {
            passwords.push(auth.password ?? '')
            if (auth.username === 'user' && auth.password === password) return done(null, { user: 'user' })
            done(refused(535, `5.7.8 Error: authentication failed: ${auth.password}`))
          },
        }
  const server = new SMTPServer({
    ...login,
    secure: tls === 'smtps',
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    logger: false,
    onMailFrom: judge,
    onRcptTo(address, session, done) {
      const { hostNameAppearsAs: helo } = session
      if (fullName.test(helo || '')) return judge(address, session, done)
      done(refused(504, `5.5.2 <${helo}>: Helo command rejected: need fully-qualified hostname`))
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        // The sender closed the connection in the middle of its mail.
        return done(new Error('cut'))
      }
      const raw = Buffer.concat(chunks)
      const fault = faultOf(raw)
      if (fault !== undefined) return done(fault)
      received.push({
        recipients: session.envelope.rcptTo.map(({ address }) => address),
        raw: raw.toString('utf8'),
        helo: session.hostNameAppearsAs || '',
      })
      if (answersAfterMs > 0) await pause(answersAfterMs)
      done(null, answer)
    },
  })
  // A client that ends in the middle of TLS is no fault of the server.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= new Promise((resolve) => server.close(resolve))
    return closed
  }
  atEnd(close)
  return { url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`, received, passwords, close }
}
