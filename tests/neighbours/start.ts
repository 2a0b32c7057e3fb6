import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPooledPostgres } from './pooled-postgres.ts'
import { startPostfix } from './postfix.ts'
import { startSwift } from './swift.ts'

const starts: Readonly<Record<string, (folder: string) => Promise<{ stop(): Promise<void> }>>> = {
  swift: startSwift,
  postfix: startPostfix,
  pgbouncer: async (folder) => {
    await chmod(folder, 0o711)
    const postgres = await startPooledPostgres(folder)
    await postgres.create('shop')
    const [session, transaction] = (['session', 'transaction'] as const).map((mode) =>
      postgres.pooled('shop', mode),
    )
    return { session, transaction, direct: postgres.direct('shop'), stop: postgres.stop }
  },
}

/** Starts one and prints where it is; Ctrl-C ends it and removes what it kept. */
export const startNeighbour = async (name: string): Promise<void> => {
  const start = starts[name]
  if (start === undefined) {
    process.stderr.write(`Say which: ${Object.keys(starts).join(', ')}.\n`)
    process.exit(1)
  }
  const folder = await mkdtemp(join(tmpdir(), `shop-${name}-`))
  let stop = async () => {}
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
      process.exit()
    })
  const { stop: end, ...found } = await start(folder)
  stop = end
  process.stdout.write(`${JSON.stringify(found, undefined, 2)}\n`)
}
