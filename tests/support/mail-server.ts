import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly recipients: readonly string[]
  readonly raw: string
}

/** The server's answer to a sender or recipient that it refuses. */
export interface MailRefusal {
  readonly responseCode: number
  readonly message: string
}

/** `startMailServer` hands its `close` to `atEnd`, refuses the addresses of `refusals`, and answers a mail `answersAfterMs` after it has it. */
export interface MailServer {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  close(): Promise<void>
}

export const startMailServer = async (
  atEnd: (close: () => Promise<void>) => void,
  refusals: Readonly<Record<string, MailRefusal>> = {},
  answersAfterMs = 0,
): Promise<MailServer> => {
  const received: ReceivedMail[] = []
  const answer = ({ address }: { readonly address: string }, _: unknown, done: (error?: Error) => void) => {
    const refusal = refusals[address]
    done(refusal && Object.assign(new Error(refusal.message), refusal))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom: answer,
    onRcptTo: answer,
    async onData(stream, session, done) {
      let raw = ''
      try {
        for await (const chunk of stream) raw += chunk
      } catch {
        // The sender closed the connection in the middle of its mail.
        return done(new Error('cut'))
      }
      received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), raw })
      if (answersAfterMs > 0) await pause(answersAfterMs)
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= new Promise((resolve) => server.close(resolve))
    return closed
  }
  atEnd(close)
  return { url: `smtp://127.0.0.1:${port}`, received, close }
}
