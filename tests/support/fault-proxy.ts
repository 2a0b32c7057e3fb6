import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What happens to the traffic; `slow` delays each chunk by `delayMs`, or limits the bytes per second. */
export type Fault =
  | { readonly kind: 'pass' }
  /** The connection ends in the middle of the answer, after this many bytes since the switch. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'slow'; readonly delayMs?: number; readonly bytesPerSecond?: number }
  /** Accepted and never answered. What was sent meanwhile is delivered when the fault is over, as on a network that recovers. */
  | { readonly kind: 'black hole' }
  /** RST, of open connections and of new ones. */
  | { readonly kind: 'reset' }

/** Stands before a service on 127.0.0.1. */
export interface FaultProxy {
  readonly port: number
  /** Sets the port of the service. */
  leadTo(port: number): void
  /** From now on, for open connections too. */
  behave(fault: Fault): void
  /** Connections accepted so far. */
  taken(): number
  close(): Promise<void>
}

const slice = 512

/** Begins with `pass`; hands its `close` to `atEnd`. */
export const startFaultProxy = async (
  atEnd: (close: () => Promise<void>) => void,
  upstreamPort = 0,
): Promise<FaultProxy> => {
  let fault: Fault = { kind: 'pass' }
  let changed = Promise.withResolvers<void>()
  let upstream = upstreamPort
  let taken = 0
  const open = new Set<Socket>()
  const isKind = (kind: Fault['kind']) => fault.kind === kind

  const outOfTheHole = async () => {
    while (isKind('black hole')) await changed.promise
  }
  const write = async (to: Socket, chunk: Uint8Array) => {
    if (!to.destroyed && !to.write(chunk)) await once(to, 'drain').catch(() => undefined)
  }
  const writeSlowly = async (to: Socket, chunk: Uint8Array, slow: Extract<Fault, { kind: 'slow' }>) => {
    await pause(slow.delayMs ?? 0)
    const { bytesPerSecond } = slow
    let at = 0
    while (bytesPerSecond !== undefined && fault === slow && at < chunk.length) {
      await write(to, chunk.subarray(at, at + slice))
      at += slice
      await pause((1_000 * slice) / bytesPerSecond)
    }
    await write(to, chunk.subarray(at))
  }

  /** Passes on what `from` sends, in order. */
  const pump = (from: Socket, to: Socket, isAnswer: boolean) => {
    let counted: { readonly under: Fault; bytes: number } = { under: fault, bytes: 0 }
    const handOn = async (chunk: Uint8Array) => {
      await outOfTheHole()
      const now = fault
      if (now.kind === 'slow') return writeSlowly(to, chunk, now)
      if (now.kind !== 'cut' || !isAnswer) return write(to, chunk)
      if (counted.under !== now) counted = { under: now, bytes: 0 }
      const room = now.afterBytes - counted.bytes
      counted.bytes += chunk.length
      await write(to, chunk.subarray(0, Math.max(0, room)))
      if (chunk.length >= room) to.destroySoon()
    }
    let last = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      from.pause()
      last = handOn(chunk).then(() => void from.resume())
    })
    from.on('end', () => void last.then(outOfTheHole).then(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      void outOfTheHole().then(() => to.destroySoon())
    })
  }

  const take = async (client: Socket) => {
    taken += 1
    open.add(client)
    client.on('error', () => {})
    client.on('close', () => open.delete(client))
    if (isKind('reset')) return void client.resetAndDestroy()
    await outOfTheHole()
    if (client.destroyed) return
    const service = connect({ port: upstream, host: '127.0.0.1', allowHalfOpen: true })
    open.add(service)
    pump(client, service, false)
    pump(service, client, true)
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => void take(client))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port')
  const behave = (next: Fault) => {
    fault = next
    changed.resolve()
    changed = Promise.withResolvers()
    if (next.kind === 'reset') for (const socket of [...open]) socket.resetAndDestroy()
  }
  const close = async () => {
    behave({ kind: 'reset' })
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  atEnd(close)
  return {
    port: address.port,
    leadTo: (port) => {
      upstream = port
    },
    behave,
    taken: () => taken,
    close,
  }
}
