import { randomInt } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'

export type PoolMode = 'session' | 'transaction' | 'statement'

export interface PoolerForTests {
  readonly port: number
  /** Which statements of all clients it has passed on, in order. */
  readonly said: readonly string[]
  /** For clients that come from now on. */
  lendBy(mode: PoolMode): void
  /** Ends all connections. */
  cut(): void
}

interface PoolerOptions {
  readonly mode: PoolMode
  /** Connections to PostgreSQL for each database. */
  readonly size?: number
  /** Further names of databases: which they lead to, and how many connections they have of their own. */
  readonly aliases?: Readonly<Record<string, { readonly database: string; readonly size: number }>>
  /** Takes the connection that was free longest, not shortest (`server_round_robin`). */
  readonly inTurn?: boolean
  /** Takes LISTEN and keeps what comes of it. */
  readonly dropsNotices?: boolean
}

/** What pgbouncer takes at the start of a connection; it refuses all others. */
const known = new Set(['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'application_name'])

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const message = (kind: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(kind), int(body.length + 4), body])
const fatal = (text: string) => message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`))
const authenticated = message('R', int(0))
const ready = message('Z', Buffer.from('I'))

/** Whole messages out of a stream; the first one of a client has no kind. */
const messagesOf = (onMessage: (kind: string, whole: Buffer) => void, isStart = false) => {
  let rest = Buffer.alloc(0)
  let isFirst = isStart
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      const whole = rest.subarray(0, end)
      rest = rest.subarray(end)
      const kind = isFirst ? '' : String.fromCharCode(whole[0] ?? 0)
      isFirst = false
      onMessage(kind, whole)
    }
  }
}

interface Server {
  readonly socket: Socket
  lentTo: Socket | undefined
}

interface ServerPool {
  readonly size: number
  open: number
  readonly free: Server[]
  readonly waiting: ((server: Server) => void)[]
}

/**
 * A pooler before a PostgreSQL that trusts everybody, as strict as pgbouncer 1.18 where it is as installed. Stands in
 * for it, so that no test asks whether it is installed.
 */
export const startPooler = async (
  atEnd: (close: () => Promise<void>) => void,
  databaseUrl: string,
  { mode: firstMode, size = 20, aliases = {}, inTurn = false, dropsNotices = false }: PoolerOptions,
): Promise<PoolerForTests> => {
  const upstream = new URL(databaseUrl)
  const pools = new Map<string, ServerPool>()
  const sockets = new Set<Socket>()
  const said: string[] = []
  let mode = firstMode

  const openServer = (database: string, user: string): Promise<Server> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(upstream.port), upstream.hostname)
      sockets.add(socket)
      const server: Server = { socket, lentTo: undefined }
      const startup = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
      socket.write(Buffer.concat([int(startup.length + 8), int(196_608), startup]))
      let isReady = false
      socket.on(
        'data',
        messagesOf((kind, whole) => {
          if (isReady && kind === 'A' && dropsNotices) return
          if (isReady) {
            server.lentTo?.write(whole)
            if (kind === 'Z') server.lentTo?.emit('answered', String.fromCharCode(whole[5] ?? 0))
          } else if (kind === 'E') reject(new Error(whole.toString()))
          else if (kind === 'Z') {
            isReady = true
            resolve(server)
          }
        }),
      )
      socket.on('error', reject)
    })

  const lend = async (pool: ServerPool, database: string, user: string): Promise<Server> => {
    const free = inTurn ? pool.free.shift() : pool.free.pop()
    if (free !== undefined) return free
    if (pool.open >= pool.size) return new Promise((resolve) => pool.waiting.push(resolve))
    pool.open += 1
    return openServer(database, user)
  }

  const takeBack = (pool: ServerPool, server: Server) => {
    server.lentTo = undefined
    const next = pool.waiting.shift()
    if (next === undefined) pool.free.push(server)
    else next(server)
  }

  const serve = (client: Socket) => {
    const lendsBy = mode
    let pool: ServerPool | undefined
    let place = { database: '', user: '' }
    let server: Promise<Server> | undefined
    let mine: Server | undefined

    const start = (whole: Buffer): unknown => {
      const parts = whole.subarray(8).toString().split('\0')
      const given = new Map(
        parts.flatMap((name, at) => (at % 2 === 0 && name ? [[name, parts[at + 1] ?? '']] : [])),
      )
      const refused = [...given.keys()].find((name) => !known.has(name))
      if (refused !== undefined) return client.end(fatal(`unsupported startup parameter: ${refused}`))
      const name = given.get('database') ?? ''
      const isKnown = name in aliases || !name.endsWith('_events')
      if (!isKnown) return client.end(fatal(`no such database: ${name}`))
      place = { database: aliases[name]?.database ?? name, user: given.get('user') ?? '' }
      pool = pools.get(name) ?? { size: aliases[name]?.size ?? size, open: 0, free: [], waiting: [] }
      pools.set(name, pool)
      const key = message('K', Buffer.concat([int(randomInt(2 ** 31)), int(randomInt(2 ** 31))]))
      return client.write(Buffer.concat([authenticated, key, ready]))
    }
    const giveBack = () => {
      if (mine !== undefined && pool !== undefined) takeBack(pool, mine)
      mine = undefined
      server = undefined
    }
    let last = Promise.resolve()
    const pass = async (kind: string, whole: Buffer) => {
      if (pool === undefined || client.destroyed) return
      const text =
        kind === 'Q' || kind === 'P'
          ? whole.subarray(5, -1).toString().replace(/^\0/, '').split('\0')[0]
          : undefined
      if (text !== undefined) said.push(text)
      if (lendsBy === 'statement' && /^(begin|start transaction)/i.test(text ?? ''))
        return void client.end(fatal('transaction blocks not allowed in statement pooling mode'))
      server ??= lend(pool, place.database, place.user)
      const lent = await server.catch((error: unknown) => void client.end(fatal(String(error))))
      if (lent === undefined) return
      mine = lent
      lent.lentTo = client
      lent.socket.write(whole)
    }
    client.on('answered', (now: string) => {
      if (now === 'I' && lendsBy !== 'session') giveBack()
    })
    client.on(
      'data',
      messagesOf((kind, whole) => {
        const copy = Buffer.from(whole)
        if (kind === '') start(whole)
        else if (kind === 'X') client.end()
        else last = last.then(() => pass(kind, copy))
      }, true),
    )
    client.on('error', () => {})
    client.on('close', () => {
      sockets.delete(client)
      void last.then(async () => {
        const lent = mine ?? (await server)
        if (lent === undefined || pool === undefined) return
        // As `server_reset_query`, and as a client that leaves in the middle.
        lent.socket.destroy()
        pool.open -= 1
        const next = pool.waiting.shift()
        if (next !== undefined) next(await lend(pool, place.database, place.user))
      })
    })
  }

  const listener = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    serve(client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the pooler listens on no port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    pools.clear()
  }
  atEnd(async () => {
    cut()
    await new Promise<void>((resolve) => listener.close(() => resolve()))
  })
  return {
    port: address.port,
    said,
    lendBy: (next) => {
      mode = next
    },
    cut,
  }
}
