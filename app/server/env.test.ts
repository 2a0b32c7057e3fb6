import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { problemsOfRealShop, readEnv } from './env.ts'
import { decideDemo, StartRefused } from './start.ts'

const envOf = (source: Record<string, string>) => {
  const env = readEnv(source)
  if (!env.ok) throw new Error(env.error.join())
  return env.value
}

test('nothing set is a complete demo', () => {
  const env = envOf({})
  expect(env).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    API_BASE: '/.netlify/functions',
    DATA_DIR: './data',
  })
  expect(decideDemo(env, undefined)).toEqual({ demo: true, endsDemo: false })
})

test('an empty setting is an unset one', () => {
  expect(envOf({ PORT: '', SITE_ORIGIN: '', OWNER_EMAIL: '' }).PORT).toBe(3000)
})

test('what cannot be understood is named, one sentence each', () => {
  const env = readEnv({ PORT: 'eighty', DATABASE_URL: 'mysql://x', SITE_ORIGIN: 'shop', OWNER_EMAIL: 'me' })
  expect(env.ok).toBe(false)
  expect(env.ok ? [] : env.error.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'SITE_ORIGIN',
    'DATABASE_URL',
    'OWNER_EMAIL',
  ])
})

test('what is wrong with a setting is said in words of ours', () => {
  const env = readEnv({ PORT: 'x', API_BASE: '/x', DEMO: 'yes', MAIL_FROM: 'the shop', LOG_LEVEL: 'loud' })
  expect(env.ok ? [] : env.error).toEqual([
    'PORT: 0 から 65535 までの数字を書いてください。',
    'API_BASE: /.netlify/functions か /api を書いてください。',
    'DEMO: 0 か 1 を書いてください。',
    'MAIL_FROM: メールアドレスか、"お店の名前 <メールアドレス>" の形で書いてください。',
    'LOG_LEVEL: debug、info、warn、error のどれかを書いてください。',
  ])
  expect(envOf({ MAIL_FROM: 'ぬのスクエア <shop@shop.example>' }).MAIL_FROM).toContain('ぬの')
})

test('S11: a demo never stands beside payment settings', () => {
  const env = envOf({ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })
  expect(() => decideDemo(env, '1')).toThrow(StartRefused)
  expect(() => decideDemo(envOf({ STRIPE_SECRET_KEY: 'sk_live_1', DEMO: '1' }), undefined)).toThrow(
    StartRefused,
  )
  expect(decideDemo(env, undefined)).toEqual({ demo: false, endsDemo: false })
})

test('a demo stays one until DEMO=0, and a real shop never becomes one', () => {
  expect(decideDemo(envOf({}), '1')).toEqual({ demo: true, endsDemo: false })
  expect(decideDemo(envOf({ DEMO: '0' }), '1')).toEqual({ demo: false, endsDemo: true })
  expect(decideDemo(envOf({}), '0')).toEqual({ demo: false, endsDemo: false })
  expect(() => decideDemo(envOf({ DEMO: '1' }), '0')).toThrow(StartRefused)
})

test('a real shop starts with safe settings only', () => {
  const real = {
    SITE_ORIGIN: 'https://shop.example/',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'shop@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
  }
  expect(problemsOfRealShop(envOf(real))).toEqual([])
  expect(problemsOfRealShop(envOf({})).map((problem) => problem.split('：書かれていません')[0])).toEqual(
    Object.keys(real),
  )
  expect(problemsOfRealShop(envOf({ ...real, SITE_ORIGIN: 'http://shop.example' }))).toEqual([
    'SITE_ORIGIN：https:// で始まるアドレスにしてください。',
  ])
  expect(problemsOfRealShop(envOf({ ...real, PRODUCT_FEED_URL: 'http://feed.example' }))).toEqual([
    'PRODUCT_FEED_URL：https:// で始まるアドレスにしてください。',
  ])
  expect(problemsOfRealShop(envOf({ ...real, STRIPE_SECRET_KEY: 'pk_live_1' }))[0]).toContain(
    '公開してよい鍵',
  )
  expect(problemsOfRealShop(envOf({ ...real, DATABASE_URL: 'postgres://x/y' }))[0]).toContain('AUTH_SECRET')
})

test('S11: a test key, or no key at all, opens no shop on a public address', () => {
  const keys = (
    STRIPE_SECRET_KEY: string,
    STRIPE_WEBHOOK_SECRET = 'whsec_1',
    SITE_ORIGIN = 'https://shop.example',
  ) =>
    problemsOfRealShop(envOf({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SITE_ORIGIN })).filter((problem) =>
      problem.startsWith('STRIPE'),
    )
  expect(keys('sk_live_1')).toEqual([])
  expect(keys('rk_live_1')).toEqual([])
  expect(keys('sk_test_1')).toEqual([expect.stringContaining('試験用の鍵')])
  expect(keys('rk_test_1')).toEqual([expect.stringContaining('試験用の鍵')])
  expect(keys('sk_test_1', 'whsec_1', 'http://localhost:3000')).toEqual([])
  expect(keys('pk_live_1')).toEqual([expect.stringContaining('公開してよい鍵')])
  expect(keys('secret')).toEqual([expect.stringContaining('秘密の鍵ではありません')])
  expect(keys('sk_live_1', 'secret')).toEqual([expect.stringContaining('署名の鍵ではありません')])
})

test.each(['sk_live_1', 'rk_live_1', 'sk_test_1', 'rk_test_1'])(
  'S11: no demo beside the key %s, whether it was asked for or stands in the data folder',
  (key) => {
    const env = { STRIPE_SECRET_KEY: key }
    expect(() => decideDemo(envOf({ ...env, DEMO: '1' }), undefined)).toThrow(StartRefused)
    expect(() => decideDemo(envOf(env), '1')).toThrow(StartRefused)
    expect(decideDemo(envOf(env), undefined)).toEqual({ demo: false, endsDemo: false })
  },
)

test('A3: a hash of the admin gate that is none is named, so that nobody believes the gate to be on', () => {
  const env = readEnv({ ADMIN_PASSWORD_HASH: 'hari-to-ito-25' })
  expect(env.ok ? [] : env.error).toEqual([
    expect.stringMatching(/^ADMIN_PASSWORD_HASH: npm run member -- hash-password が出す行ではありません/),
  ])
  const hash = `${'0a'.repeat(16)}:${'0b'.repeat(64)}`
  expect(envOf({ ADMIN_PASSWORD_HASH: hash }).ADMIN_PASSWORD_HASH).toBe(hash)
})

test('D55: a replica without the database that it follows is a sentence', () => {
  const replica = { DATABASE_READ_URL: 'postgres://read.example/shop' }
  expect(readEnv(replica)).toEqual({ ok: false, error: [expect.stringContaining('DATABASE_URL')] })
  expect(readEnv({ ...replica, DATABASE_URL: 'postgres://write.example/shop' })).toMatchObject({ ok: true })
  expect(
    readEnv({ ...replica, DATABASE_URL: 'postgres://write.example/shop', DATABASE_READ_URL: 'mysql://x' }).ok,
  ).toBe(false)
})

test('N67: HELO is the name of one computer, or its address in brackets', () => {
  for (const SMTP_HELO of ['shop.example', 'localhost', '[192.0.2.1]', '[IPv6:2001:db8::1]'])
    expect(envOf({ SMTP_HELO }).SMTP_HELO).toBe(SMTP_HELO)
  for (const SMTP_HELO of ['shop example', 'shop@shop.example', 'a\r\nMAIL FROM:<x>', 'https://shop.example'])
    expect(readEnv({ SMTP_HELO })).toEqual({ ok: false, error: [expect.stringContaining('SMTP_HELO: ')] })
})

test.each(['SMTP_URL', 'ALARM_SMTP_URL'] as const)(
  'N67: %s may not send a password to another machine without TLS, unless SMTP_PLAIN_PASSWORD says so',
  (name) => {
    const problems = (url: string, more: Record<string, string> = {}) =>
      problemsOfRealShop(envOf({ ...real, [name]: url, ...more }))
    const plain = 'smtp://nuno:kagi@mail.example?ignoreTLS=true'
    expect(problems(plain)).toEqual([
      expect.stringMatching(new RegExp(`^${name}：ignoreTLS=true .*SMTP_PLAIN_PASSWORD=1`)),
    ])
    expect(problems(plain)[0]).not.toContain('kagi')
    expect(problems(plain, { SMTP_PLAIN_PASSWORD: '1' })).toEqual([])
    for (const url of [
      'smtp://nuno:kagi@mail.example',
      'smtp://mail.example?ignoreTLS=true',
      'smtps://nuno:kagi@mail.example?ignoreTLS=true',
      'smtp://nuno:kagi@localhost?ignoreTLS=true',
      'smtp://nuno:kagi@127.0.0.2:25?ignoreTLS=true',
      'smtp://nuno:kagi@[::1]?ignoreTLS=true',
    ])
      expect(problems(url), url).toEqual([])
    expect(problems('smtp://nuno:kagi@localhost.example?ignoreTLS=true')).toHaveLength(1)
  },
)

const real = {
  SITE_ORIGIN: 'https://shop.example/',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://nuno:kagi@mail.example',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
}

/** The settings of the sample in docs/running.md. */
const sample = () => {
  const [, block = ''] = /```\n(DEMO=0\n[\s\S]*?)```/.exec(readFileSync('docs/running.md', 'utf8')) ?? []
  return block
    .trim()
    .split('\n')
    .map((line): [string, string] => {
      const [, name = '', value = ''] = /^([A-Z_]+)="?(.*?)"?$/.exec(line) ?? []
      return [name, value]
    })
}

test('M14: each value of the sample that must be one’s own is refused at each start, by name', () => {
  const mayStay = ['DEMO', 'DATA_DIR', 'TRUSTED_PROXY']
  const own = sample().filter(([name]) => !mayStay.includes(name))
  expect(own.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(real)))
  for (const [name, value] of own)
    expect(problemsOfRealShop(envOf({ ...real, [name]: value }))).toEqual([
      `${name}：見本（docs/running.md）のままのところがあります。ご自分のお店の値を書いてください。`,
    ])
  expect(problemsOfRealShop(envOf({ ...real, DATA_DIR: '/var/lib/nuno-square' }))).toEqual([])
})

test.each([
  ['STRIPE_SECRET_KEY', 'sk_live_...'],
  ['SMTP_URL', 'smtps://user:password@mail.shop.example'],
  ['SMTP_URL', 'smtps://nuno:kagi@mail.example.jp'],
  ['ALARM_SMTP_URL', 'smtp://mail.example.jp:25'],
  ['MAIL_FROM', 'shop@example.jp'],
  ['BACKUP_KEY', 'age1…'],
  ['DATABASE_URL', 'postgres://…'],
])('M14: %s=%s is the sample’s too', (name, value) => {
  const env = envOf({ ...real, AUTH_SECRET: 'x'.repeat(32), [name]: value })
  expect(problemsOfRealShop(env)).toEqual([expect.stringContaining(`${name}：見本（docs/running.md）のまま`)])
})

test.each([
  ['MAIL_FROM', 'shop@my-example.jp'],
  ['SITE_ORIGIN', 'https://shop.example.jp.example'],
  ['SITE_ORIGIN', 'https://shop.example.com'],
  ['SMTP_URL', 'smtps://user:passwords@mail.shop.example'],
])('M14: %s=%s is nobody’s sample', (name, value) => {
  expect(problemsOfRealShop(envOf({ ...real, [name]: value }))).toEqual([])
})

test.each(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])(
  'D100: %s in an address is a time that can be read, or refused',
  (limit) => {
    const addressOf = (time: string) => ({ DATABASE_URL: `postgres://host.example/shop?${limit}=${time}` })
    for (const time of ['5000', '0', '5s', '200ms', '2%20min', '1h'])
      expect(readEnv(addressOf(time)).ok, time).toBe(true)
    for (const time of ['', '-1', '5x', '5s5', 'NaN', '1.5s', '999999h', "0'"])
      expect(readEnv(addressOf(time)), time).toEqual({
        ok: false,
        error: [expect.stringContaining('5000（ミリ秒）か 5s のように')],
      })
  },
)

describe('D95: an address whose user or password has signs as they are', () => {
  const servers = [
    ['DATABASE_URL', 'postgres:'],
    ['DATABASE_READ_URL', 'postgresql:'],
    ['SMTP_URL', 'smtp:'],
    ['ALARM_SMTP_URL', 'smtps:'],
    ['PRODUCT_FEED_URL', 'https:'],
    ['ALARM_WEBHOOK_URL', 'https:'],
  ] as const
  const withPassword = (password: string, user = 'nuno') => `//${user}:${password}@host.example`
  const refusalOf = (name: string, value: string) => {
    const env = readEnv({ DATABASE_URL: 'postgres://host.example/shop', [name]: value })
    return env.ok ? [] : env.error
  }

  test.each(servers)('%s is refused with how to write them, and nothing of it is told', (name, protocol) => {
    for (const place of [
      ...['ki@sou', 'ki:sou', 'ki/sou', 'ki?sou', 'ki#sou', 'ki%sou', 'ki%E3%81', '12/3', 'ki@so/w:rd#%'].map(
        (password) => withPassword(password),
      ),
      withPassword('kisou', 'nuno@sakura'),
      withPassword('kisou', 'nuno/sakura'),
    ]) {
      const [said = '', ...more] = refusalOf(name, `${protocol}${place}`)
      expect([said, more], place).toEqual([expect.stringMatching(new RegExp(`^${name}: .+@ は %40`)), []])
      expect(said).not.toMatch(/ki|sou|nuno|sakura|host\.example|12/)
    }
    const encoded = `${protocol}${withPassword('ki%40%3A%2F%3F%23%25+&$!', 'nuno%40sakura')}`
    expect(refusalOf(name, encoded)).toEqual([])
    expect(refusalOf(name, `${protocol}//host.example:8080`)).toEqual([])
  })

  test('what is cut from an address shows by a colon or a path that it cannot have', () => {
    for (const cut of [
      'postgres://nuno:ki@so/w:rd',
      'smtp://nuno:ki@so/w',
      'postgres://host/shop#1',
      'postgres://host/na%me',
    ])
      expect(readEnv({ [cut.startsWith('smtp') ? 'SMTP_URL' : 'DATABASE_URL']: cut }).ok, cut).toBe(false)
  })

  test('what is no password may have an @ or a colon', () => {
    for (const url of [
      'https://hooks.example/a@b:c/d',
      'https://feed.example:8443/list?of=a@b',
      'http://127.0.0.1:9/@',
      'http://localhost/@',
      'http://[::1]:9/@',
      'http://feed:9000/list',
    ])
      expect(refusalOf('PRODUCT_FEED_URL', url), url).toEqual([])
    expect(refusalOf('PRODUCT_FEED_URL', 'https://nuno/kisou@host.example')).toHaveLength(1)
    for (const url of [
      'postgres://nuno@%2Ftmp%2Fsocket:5432/shop',
      'postgres:///shop?host=/tmp&user=a%40b',
      'postgres://localhost/shop?options=-c%20search_path%3Dx:y',
    ])
      expect(refusalOf('DATABASE_URL', url), url).toEqual([])
    expect(refusalOf('SMTP_URL', 'smtp://mail.example/?pool=true')).toEqual([])
  })

  test('the keys of S3 have settings of their own', () => {
    for (const name of ['PICTURES', 'BACKUP'] as const)
      for (const [setting, value] of [
        [`${name}_S3_ENDPOINT`, 'https://KISOU:sou@s3.example'],
        [name === 'PICTURES' ? name : 'BACKUP_TO', 's3://KISOU:sou@bucket/folder'],
      ] as const)
        expect(refusalOf(setting, value)).toEqual([
          `${setting}: S3 の鍵は、アドレスの中ではなく ${name}_S3_KEY_ID と ${name}_S3_SECRET に書いてください。`,
        ])
    expect(envOf({ BACKUP_TO: '/mnt/a@b', PICTURES: 's3://bucket/folder' })).toMatchObject({
      BACKUP_TO: '/mnt/a@b',
      PICTURES: 's3://bucket/folder',
    })
  })
})

test('D96: what has always been read as verify-full is written so, and nothing else', () => {
  const read = (query: string) => envOf({ DATABASE_URL: `postgres://h/d${query}` }).DATABASE_URL
  for (const mode of ['require', 'prefer', 'verify-ca'])
    expect(read(`?a=b&sslmode=${mode}&c=d`)).toBe('postgres://h/d?a=b&sslmode=verify-full&c=d')
  for (const query of ['?sslmode=no-verify', '?sslmode=disable', '?uselibpqcompat=true&sslmode=require', ''])
    expect(read(query)).toBe(`postgres://h/d${query}`)
})
