// npm run bench:image [-- SECONDS]: follows deploy/Containerfile in roots made by debootstrap (as root, on Debian), then runs
// the result as its user, read-only, without capabilities, within 256 MB and under load (60 s). Layers and names are not tried.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { root } from '../scripts/get-ready.js'
import { signedInSession } from '../tests/support/http-session.ts'
import { fabricPhotograph } from '../tests/support/pictures-for-tests.ts'
import { programsOrEnd } from './needs.js'

programsOrEnd('npm run bench:image', ['debootstrap'])
if (process.getuid?.() !== 0) {
  console.error('npm run bench:image mounts and changes roots: it runs as root.')
  process.exit(1)
}

const memoryBytes = 256 * 1_048_576
const port = 3_456
const seconds = Number(process.argv[2] ?? 60)
const say = (text) => process.stdout.write(`${text}\n`)
const run = (program, ...args) =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
const sh = (text) => run('sh', '-c', text)

const place = mkdtempSync(join(tmpdir(), 'try-image-'))
const mounts = []
const mount = (to, ...args) => {
  mkdirSync(to, { recursive: true })
  run('mount', ...args, to)
  mounts.push(to)
}

const instructions = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()])

const base = join(tmpdir(), 'try-image-base')
/** Debian's slim image; with Node and npm where the image brings them. */
const rootOf = (image, folder) => {
  if (!existsSync(join(base, 'etc/debian_version')))
    run('debootstrap', '--variant=minbase', 'bookworm', base, 'http://deb.debian.org/debian')
  run('cp', '-a', base, folder)
  // This machine's way to the registry and to Debian.
  sh(
    `mkdir -p ${folder}/etc/ssl && rm -rf ${folder}/etc/ssl/certs && cp -aL /etc/ssl/certs ${folder}/etc/ssl/ && cp -L /etc/resolv.conf /etc/hosts ${folder}/etc/`,
  )
  sh(
    `if [ -f ~/.npmrc ]; then cp ~/.npmrc ${folder}/root/; fi; cp -r /etc/apt/apt.conf.d /etc/apt/sources.list.d ${folder}/etc/apt/ && rm -f ${folder}/etc/apt/sources.list`,
  )
  if (image.includes('node:')) {
    sh(
      `cp ${root}/node_modules/node-linux-*/bin/node ${folder}/usr/local/bin/ && mkdir -p ${folder}/usr/local/lib/npm && cp -aL $(realpath $(dirname $(readlink -f $(which npm)))/..)/. ${folder}/usr/local/lib/npm/ && ln -s ../lib/npm/bin/npm-cli.js ${folder}/usr/local/bin/npm`,
    )
    run('chroot', folder, 'apt-get', 'update', '-qq')
    run('chroot', folder, 'apt-get', 'install', '-y', '-qq', 'libatomic1')
  }
  mount(join(folder, 'proc'), '-t', 'proc', 'proc')
  for (const device of ['null', 'zero', 'urandom', 'random', 'full'])
    if (!existsSync(join(folder, 'dev', device)))
      run(
        'mknod',
        '-m',
        '666',
        join(folder, 'dev', device),
        'c',
        '1',
        { null: '3', zero: '5', full: '7', random: '8', urandom: '9' }[device],
      )
}

/** The build context, without what the ignore file names. */
const copyContext = (to) => {
  const ignored = readFileSync(join(root, '.containerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const without = ignored.map((name) => `--exclude=./${name}`).join(' ')
  mkdirSync(to, { recursive: true })
  sh(`cd ${root} && tar ${without} -c . | tar -x -C ${to}`)
}

const stages = new Map()
const stage = { folder: '', env: {}, workdir: '/', user: '0', health: [], command: [] }
const inside = (words, { env = stage.env, user = stage.user } = {}) => [
  'chroot',
  [
    `--userspec=${user}:${user}`,
    stage.folder,
    'env',
    '-i',
    `PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    'HOME=/root',
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    'sh',
    '-c',
    `cd ${stage.workdir} && ${words}`,
  ],
]

const follow = {
  FROM(text) {
    const [image, , name = 'last'] = text.split(' ')
    Object.assign(stage, { folder: join(place, name), env: {}, workdir: '/', user: '0' })
    stages.set(name, stage.folder)
    rootOf(image, stage.folder)
  },
  WORKDIR(text) {
    stage.workdir = text
    mkdirSync(join(stage.folder, text), { recursive: true })
  },
  COPY(text) {
    const from = /^--from=(\S+) (\S+) (\S+)$/.exec(text)
    if (from) run('cp', '-a', join(stages.get(from[1]), from[2]), join(stage.folder, from[3]))
    else copyContext(join(stage.folder, stage.workdir))
  },
  RUN(text) {
    const [program, args] = inside(text, {
      env: { ...stage.env, NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' },
    })
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  },
  ENV(text) {
    Object.assign(stage.env, Object.fromEntries(text.split(' ').map((pair) => pair.split('='))))
  },
  USER(text) {
    stage.user = text
  },
  HEALTHCHECK(text) {
    stage.health = JSON.parse(text.slice(text.indexOf('CMD ') + 4))
  },
  CMD(text) {
    stage.command = JSON.parse(text)
  },
  VOLUME() {},
  EXPOSE() {},
}

const cgroup = `/sys/fs/cgroup/memory/try-image-${process.pid}`

/** As in compose.yaml: its user, no capabilities, a read-only root, a volume, a small /tmp, a memory limit. */
const startLimited = () => {
  mkdirSync(cgroup, { recursive: true })
  writeFileSync(join(cgroup, 'memory.limit_in_bytes'), String(memoryBytes))
  const env = {
    ...stage.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    SITE_ORIGIN: 'http://localhost:3000',
  }
  const words = stage.command.map((word) => `'${word}'`).join(' ')
  const settings = Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  const script = `
    echo $$ > ${cgroup}/cgroup.procs
    mount --bind ${stage.folder} ${stage.folder}
    mount -t proc proc ${stage.folder}/proc
    mount --rbind /sys ${stage.folder}/sys
    mount -t tmpfs tmpfs ${stage.folder}/tmp
    mount --bind ${join(stage.folder, 'data')} ${join(stage.folder, 'data')}
    mount -o remount,bind,ro ${stage.folder}
    cd ${stage.folder}
    exec chroot ${stage.folder} setpriv --reuid ${stage.user} --regid ${stage.user} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
      env -i PATH=/usr/bin:/bin ${settings} sh -c 'cd ${stage.workdir} && exec "$@"' shop ${words}`
  return spawn('unshare', ['-m', 'sh', '-ec', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

const isHealthy = () => {
  const [program, args] = inside(stage.health.join(' '), { env: { ...stage.env, PORT: String(port) } })
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Sends photographs of 8 megapixels; gives how many were accepted. */
const upload = async (member, signal) => {
  const at = `http://127.0.0.1:${port}`
  const photograph = await fabricPhotograph()
  const headers = { cookie: member.cookie(), origin: 'http://localhost:3000', 'content-type': 'image/jpeg' }
  let taken = 0
  while (!signal.aborted) {
    // Each one differs, since a known picture costs nothing.
    const body = Buffer.concat([photograph, Buffer.from(String(taken))])
    const answer = await fetch(`${at}/api/uploads/picture`, { method: 'POST', headers, body }).catch(
      () => undefined,
    )
    if (answer?.ok) taken += 1
    else say(`upload: ${answer?.status} ${(await answer?.text())?.slice(0, 200)}`)
    await pause(1_000)
  }
  return taken
}

/** MB: the shop's own memory, and file pages that the kernel keeps for it. */
const memoryNow = () => {
  const stat = readFileSync(join(cgroup, 'memory.stat'), 'utf8')
  const of = (name) =>
    Math.round(Number(new RegExp(`^total_${name} (\\d+)`, 'm').exec(stat)?.[1]) / 1_048_576)
  return { own: of('rss'), files: of('cache') }
}

const load = async () => {
  const at = `http://127.0.0.1:${port}`
  const each = { duration: seconds, connections: 12, overallRate: 400 }
  const paths = [
    '/',
    '/all-products',
    '/all-products?q=%E8%97%8D',
    '/kits',
    '/gallery',
    '/gallery/search?q=%E5%B7%BE%E7%9D%80',
    '/all-products/F-1001',
    '/login',
    '/gallery/login',
  ]
  return autocannon({
    url: at,
    ...each,
    headers: { 'accept-encoding': 'br' },
    requests: paths.map((path) => ({ path })),
  })
}

let shop
let failed = true
try {
  for (const [name, text] of instructions) {
    say(`${name} ${text.slice(0, 110)}`)
    follow[name](text)
  }
  say(`\nIn the image: ${sh(`du -sm ${stage.folder}/shop`).split('\t')[0]} MB beside Debian.`)
  const begun = performance.now()
  shop = startLimited()
  shop.stdout.resume()
  while (!isHealthy()) {
    if (shop.exitCode !== null || performance.now() - begun > 60_000)
      throw new Error('the shop is not healthy')
    await pause(250)
  }
  say(`Healthy after ${Math.round(performance.now() - begun)} ms (a new demo), as user ${stage.user}.`)
  const owner = execFileSync(...inside('/shop/bin/shop data status', { env: { ...stage.env } }), {
    encoding: 'utf8',
  })
  say(`shop data status: ${owner.split('\n')[0]}`)
  const member = await signedInSession(
    'http://localhost:3000',
    'member@demo.example',
    `http://127.0.0.1:${port}`,
  )
  const seen = [memoryNow()]
  const look = setInterval(() => seen.push(memoryNow()), 1_000)
  const ended = new AbortController()
  const uploads = upload(member, ended.signal)
  const { requests, latency, non2xx, errors } = await load()
  ended.abort()
  clearInterval(look)
  const kills = /oom_kill (\d+)/.exec(readFileSync(join(cgroup, 'memory.oom_control'), 'utf8'))?.[1]
  say(
    `${seconds} s of load: ${Math.round(requests.average)} requests/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${non2xx} not 2xx, ${errors} errors; ${await uploads} photographs of 8 megapixels taken beside it.`,
  )
  const most = (name) => Math.max(...seen.map((now) => now[name]))
  say(
    `Memory, of 256 MB: its own ${seen[0].own} MB at first, ${seen.at(-1).own} at the end, ${most('own')} at most; cached files ${most('files')} at most; killed for it: ${kills}.`,
  )
  const stopping = performance.now()
  const gone = new Promise((resolve) => shop.once('exit', resolve))
  shop.kill('SIGTERM')
  const code = await gone
  say(`Stopped with ${code} after ${Math.round(performance.now() - stopping)} ms.`)
  failed = code !== 0 || kills !== '0' || errors > 0 || non2xx > 0
} finally {
  shop?.kill('SIGKILL')
  for (const to of mounts.reverse()) run('umount', to)
  await pause(500)
  rmSync(place, { recursive: true, force: true })
  try {
    execFileSync('rmdir', [cgroup])
  } catch {}
}
process.exitCode = failed ? 1 : 0
