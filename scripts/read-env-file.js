// Imported before the shop and its commands, not by tests: reads the project's .env; the environment takes precedence.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import tls from 'node:tls'
import { parseEnv } from 'node:util'
import { root } from './get-ready.js'

const file = join(root, '.env')

const end = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const textOf = () => {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    return error.code === 'ENOENT' ? '' : end(`${file} cannot be read (${error.code}).`)
  }
}

/** Of an address without quotes what follows a # is a comment: of a password with that sign a part would be taken for the host (D95). */
const cutAddress = /^\s*(?:export\s+)?(\w+)\s*=\s*[a-z]+:\/\/[^\s#'"`]*#.*@/gm

/** Node reads NODE_EXTRA_CA_CERTS of its environment alone, before this file (D96). */
const trust = (path) => {
  try {
    const found = readFileSync(path, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
    )
    if (found === null) throw new Error('no certificate')
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...found])
  } catch (error) {
    end(
      `.env の NODE_EXTRA_CA_CERTS：${path} を、証明書のファイル（PEM）として読めません（${error.code ?? error.message}）。ファイルの場所と中身を確かめてください。`,
    )
  }
}

const text = textOf()
for (const [, name] of text.matchAll(cutAddress))
  if (process.env[name] === undefined)
    end(
      `.env の ${name}：# から後ろが、覚え書きとして除かれます。アドレスの中の # は %23 と書いてください（ほかの記号の書き方は docs/running.md の「アドレスの中の記号」）。`,
    )
const settings = parseEnv(text)
const extra = settings.NODE_EXTRA_CA_CERTS
if (extra && process.env.NODE_EXTRA_CA_CERTS === undefined) {
  // The programs that the shop starts have another folder.
  settings.NODE_EXTRA_CA_CERTS = resolve(root, extra)
  trust(settings.NODE_EXTRA_CA_CERTS)
}
for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
