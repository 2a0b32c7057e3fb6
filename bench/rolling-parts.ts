import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinnedNode, root } from '../scripts/install-when-missing.js'
import { serverFlags } from '../scripts/run-pinned.js'
import { formerReleaseOrEnd } from '../tests/support/former-release.js'
import { freePort } from '../tests/support/free-port.ts'
import type { ShopEnvironment } from '../tests/support/shop-process.ts'
import { waitFor } from '../tests/support/wait-for.ts'

const startLimitMs = 60_000

const run = (program: string, args: readonly string[], cwd = root): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

/** The former release, or `wanted`, built, in a work tree of its own that is kept for the next time. Ends with a sentence where there is none. */
export const builtRelease = (wanted?: string): { readonly name: string; readonly folder: string } => {
  const { name, commit } = formerReleaseOrEnd(root, wanted)
  const folder = join(root, '.cache', `release-${commit.slice(0, 12)}`)
  if (!existsSync(join(folder, 'build/server/app.js'))) {
    run('git', ['worktree', 'prune'])
    rmSync(folder, { recursive: true, force: true })
    run('git', ['worktree', 'add', '--force', '--detach', folder, commit])
    const lock = (where: string) => readFileSync(join(where, 'package-lock.json'), 'utf8')
    if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    run('npm', ['run', '-s', 'build'], folder)
  }
  return { name, folder }
}

export interface ShopNode {
  readonly listens: string
  readonly release: () => string
  readonly output: () => string
  start(release: string): Promise<void>
  /** SIGTERM, as a supervisor sends it. Gives the exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

export const shopNode = async (settings: ShopEnvironment, own: object): Promise<ShopNode> => {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'rolling-'))
  writeFileSync(join(dataDir, 'shop.settings.json'), JSON.stringify(own))
  const listens = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let [release, output] = ['', '']
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    listens,
    release: () => release,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    async start(folder) {
      release = folder
      const { PATH = '', HOME = '' } = process.env
      const started = spawn(pinnedNode(), [...serverFlags, join(root, 'tests/support/run-held-shop.js')], {
        cwd: folder,
        env: { PATH, HOME, ...settings, RELEASE: folder, PORT: String(port), DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      await waitFor('a process to be ready', startLimitMs, async () => {
        if (started.exitCode !== null) throw new Error(`a process did not start:\n${output.slice(-2_000)}`)
        return (await fetch(`${listens}/readyz`)).ok
      })
    },
  }
}

/** deploy/nginx.conf, except ports, names and TLS. */
export const startNginx = async (port: number, nodes: readonly ShopNode[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'rolling-nginx-'))
  mkdirSync(join(folder, 'logs'))
  const servers = nodes.map(({ listens }) => `server ${new URL(listens).host} max_fails=0;`)
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace(/server 127\.0\.0\.1:3001[^\n]*\n\s*server 127\.0\.0\.1:3002[^\n]*/, servers.join('\n    '))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('server_name shop.example.jp;', 'server_name localhost;')
    .replace(/ *ssl_certificate[^\n]*\n/g, '')
    .replace('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
  if (servers.some((server) => !site.includes(server)))
    throw new Error('deploy/nginx.conf has other upstreams')
  const config = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  writeFileSync(
    config,
    `daemon off; pid ${join(folder, 'pid')}; worker_processes 1; error_log ${join(folder, 'error.log')};
events { worker_connections 1024; }
http { access_log off; ${places} ${site} }`,
  )
  const nginx = spawn('nginx', ['-c', config, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  return {
    errors: () => readFileSync(join(folder, 'error.log'), 'utf8'),
    stop: async () => {
      const exited = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
