// npm run bench:mails [KILLS]: how many mails come twice when their worker is killed, with a mail server that answers at once and with
// one that has a mail for seconds before it answers (decision 0032).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { inTransaction } from '../app/server/database/transaction.ts'
import { silentLog } from '../app/server/log.ts'
import { enqueueMail } from '../app/server/mail/outbox.ts'
import { mailsAtOnce, smtpTransport } from '../app/server/mail/transport.ts'
import { sendDueMails } from '../app/server/mail/worker.ts'
import { startMailServer } from '../tests/support/mail-server.ts'
import { memoryFolder } from '../tests/support/memory-folder.ts'
import { servicesForTests } from '../tests/support/services-for-tests.ts'
import { machine } from './machine.js'

const [mode = '20', dataDir = '', smtpUrl = ''] = process.argv.slice(2)
const never = new AbortController().signal
const mailsPerKill = 2 * mailsAtOnce

const runWorker = async (): Promise<void> => {
  const database = await openDatabase({ dataDir, log: silentLog })
  const mail = smtpTransport(smtpUrl, 'shop@shop.example')
  process.send?.('begins')
  await sendDueMails({ ...servicesForTests(database.db), mail }, never)
  mail.close()
  await database.close()
  process.disconnect?.()
}

const startWorker = async (folder: string, url: string) => {
  const self = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [...process.execArgv, self, 'worker', folder, url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

const measure = async (kills: number, answersAfterMs: number): Promise<void> => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-mails-'))
  const closers: (() => Promise<void>)[] = []
  const server = await startMailServer((close) => void closers.push(close), {}, answersAfterMs)
  const database = await openDatabase({ dataDir: folder, log: silentLog })
  const ctx = servicesForTests(database.db)
  try {
    await migrate(database)
    let inFlight = 0
    for (let kill = 0; kill < kills; kill += 1) {
      await inTransaction(ctx, async (trx) => {
        for (let at = 0; at < mailsPerKill; at += 1)
          await enqueueMail(ctx, trx, {
            kind: 'order_confirmation',
            subjectKey: `${kill} ${at}`,
            recipient: `buyer@domain-${at}.example`,
            subject: 'ご注文',
            holdsToken: false,
            preview: '',
            heading: 'ご注文を承りました',
            opening: [],
            link: null,
            blocks: [],
            closing: [],
          })
      })
      const child = await startWorker(folder, server.url)
      // Spread over the time in which the mails go.
      await pause(((kill + 0.5) / kills) * (100 + 2 * answersAfterMs))
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      const claimed = database.db.selectFrom('mail').select('id').where('state', '=', 'queued')
      inFlight += (await claimed.where('claimedUntil', '>', 0).execute()).length
      // In place of the two minutes until the claims of the dead have ended.
      await database.db
        .updateTable('mail')
        .set({ claimedUntil: 0, nextAttemptAt: 0 })
        .where('state', '=', 'queued')
        .execute()
    }
    await sendDueMails({ ...ctx, mail: smtpTransport(server.url, 'shop@shop.example') }, never)
    const ids = server.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1] ?? '')
    const distinct = new Set(ids).size
    console.log(
      `answers after ${answersAfterMs} ms: ${kills} kills, ${inFlight} mails were under way, ${ids.length - distinct} came twice, ${kills * mailsPerKill - distinct} not at all`,
    )
  } finally {
    await database.close()
    for (const close of closers) await close()
    await rm(folder, { recursive: true, force: true })
  }
}

if (mode === 'worker') await runWorker()
else {
  console.log(machine())
  for (const answersAfterMs of [0, 3_000]) await measure(Number(mode), answersAfterMs)
  process.exit()
}
