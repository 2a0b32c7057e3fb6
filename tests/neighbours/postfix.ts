import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Program } from '../../scripts/programs-for-tests.js'
import { freePort } from '../support/free-port.ts'
import { waitFor } from '../support/wait-for.ts'
import { startGuarded } from './guarded-program.ts'

const run = promisify(execFile)
const startLimitMs = 30_000

/** What the walk needs, for `ensurePrograms`. */
export const postfix: Program = {
  name: 'Postfix',
  packages: ['postfix'],
  isThere: () => existsSync('/usr/sbin/postfix'),
}

export interface Postfix {
  /** It offers TLS with a certificate of its own. */
  readonly url: string
  /** What has to be among the trusted certificates; a path. */
  readonly certificate: string
  /** The delivered mails as their files are, in no order. */
  mails(): Promise<Buffer[]>
  stop(): Promise<void>
}

/**
 * Every address is a mailbox here, all in one folder; nothing leaves the machine. A log of its own, as it stands still where it cannot
 * write one.
 */
const mainCf = (folder: string) => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mx.neighbours.example
mydestination =
alias_maps =
alias_database =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
default_transport = error:nothing leaves this machine
virtual_mailbox_domains = static:here
virtual_mailbox_base = ${folder}
virtual_mailbox_maps = static:mails/
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${folder}/certificate.pem
smtpd_tls_key_file = ${folder}/key.pem
`

/** As in Debian's package, without the programs that send to others. */
const masterCf = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

/** As root alone, on a free port, with its configuration, queue and mails below `folder`, which nobody else may list. */
export const startPostfix = async (folder: string): Promise<Postfix> => {
  const port = await freePort()
  // The process that delivers is nobody's.
  await chmod(folder, 0o711)
  const nobody = 65_534
  const mails = join(folder, 'mails')
  for (const name of ['queue', 'data', 'mails']) await mkdir(join(folder, name))
  await run('chown', ['postfix', join(folder, 'data')])
  await run('chown', [`${nobody}:${nobody}`, mails])
  await chmod(mails, 0o700)
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=mx.neighbours.example', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
  ])
  const config = join(folder, 'etc')
  await mkdir(config)
  await writeFile(join(config, 'main.cf'), mainCf(folder))
  await writeFile(join(config, 'master.cf'), masterCf(port))
  // It makes the folders of the queue. What it says of a configuration of our own is its taste.
  await run('/usr/sbin/postfix', ['-c', config, 'check'])
  const { stdout: programs } = await run('/usr/sbin/postconf', ['-c', config, '-h', 'daemon_directory'])
  const running = startGuarded([join(programs.trim(), 'master'), '-c', config, '-s'], { cwd: folder })
  await waitFor('Postfix to answer', startLimitMs, async () => {
    if (running.isOver())
      throw new Error(
        `Postfix did not start: ${running.said()} ${await readFile(join(folder, 'log'), 'utf8')}`,
      )
    return greets(port)
  }).catch(async (error: unknown) => {
    await running.stop()
    throw error
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    certificate: join(folder, 'certificate.pem'),
    mails: async () => {
      const arrived = join(mails, 'new')
      const names = existsSync(arrived) ? await readdir(arrived) : []
      return Promise.all(names.map((name) => readFile(join(arrived, name))))
    },
    stop: running.stop,
  }
}

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (is: boolean) => {
      resolve(is)
      socket.destroy()
    }
    socket.once('error', () => answer(false))
    socket.once('data', (said) => answer(said.toString().startsWith('220 ')))
  })
