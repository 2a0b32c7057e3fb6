import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { startHeldShop } from '../holds/held-shop.ts'
import { waitFor } from '../support/wait-for.ts'
import { startPostfix } from './postfix.ts'
import { mustDo, sell, type Walk } from './walked-shop.ts'

const arrivalLimitMs = 60_000
/** Of RFC 5322, without the end of the line. */
const longestLine = 998

/** Unfolded, in lower case, as often as they come. */
const headersOf = (raw: string): ReadonlyMap<string, readonly string[]> => {
  const [head = ''] = raw.split('\n\n', 1)
  const headers = new Map<string, string[]>()
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name = '', value = ''] = /^([!-9;-~]+): (.*)$/.exec(line) ?? []
    assert.notEqual(name, '', `no header: ${line}`)
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return headers
}

/** What any mail server or reader on the way may ask of a mail. */
const isSound = (raw: string) => {
  const headers = headersOf(raw)
  for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'])
    assert.equal(headers.get(name)?.length, 1, `${name}: ${headers.get(name)}`)
  assert.match(headers.get('message-id')?.[0] ?? '', /^<[\w.-]+@real\.example>$/)
  assert.match(headers.get('from')?.[0] ?? '', /shop@real\.example/)
  assert.equal(headers.get('auto-submitted')?.[0], 'auto-generated')
  assert.match(headers.get('received')?.[0] ?? '', /^from real\.example .* with ESMTPS /)
  for (const [, encoding] of raw.matchAll(/^Content-Transfer-Encoding: (.*)$/gim))
    assert.match(encoding ?? '', /^(7bit|quoted-printable|base64)$/)
  assert.equal(/[^\t\n\x20-\x7e]/.exec(raw)?.[0], undefined, 'a byte that is no text of 7 bits')
  for (const line of raw.split('\n')) assert.ok(line.length <= longestLine, `${line.length} signs in a line`)
}

export const walkMails = async ({ step, skip, folder, atEnd }: Walk): Promise<void> => {
  if (process.getuid?.() !== 0) return skip('mails through Postfix, which only root can start')
  const own = join(folder, 'postfix')
  await mkdir(own)
  const postfix = await startPostfix(own)
  atEnd(postfix.stop)
  const env = { SMTP_URL: postfix.url, NODE_EXTRA_CA_CERTS: postfix.certificate }
  const shop = await startHeldShop(atEnd, { env, members: 1 })

  await step('Postfix: the mails of orders arrive over TLS, sound, and say what the shop wrote', async () => {
    for (const _ of [1, 2]) await sell(shop)
    const written = await shop.database.db.selectFrom('mail').selectAll().execute()
    assert.ok(written.length >= 4, `${written.length} mails`)
    await waitFor('the mails', arrivalLimitMs, async () => (await postfix.mails()).length >= written.length)
    const arrived = (await postfix.mails()).map((mail) => mail.toString('latin1'))
    assert.equal(arrived.length, written.length)
    for (const raw of arrived) isSound(raw)
    const read = await Promise.all(arrived.map((raw) => PostalMime.parse(raw)))
    for (const { messageId, recipient, subject, text, html } of written) {
      const mail = read.filter((each) => each.messageId === messageId)
      assert.equal(mail.length, 1, `${messageId} arrived ${mail.length} times`)
      assert.equal(mail[0]?.to?.[0]?.address, recipient)
      assert.equal(mail[0]?.subject, subject)
      assert.equal(mail[0]?.text?.trim(), text.trim())
      assert.equal(mail[0]?.html?.trim(), html.trim())
    }
  })

  await step('Postfix: the owner tries it with one mail', async () => {
    const before = (await postfix.mails()).length
    const ofShop = {
      ...env,
      DATA_DIR: shop.process.dataDir,
      DEMO: '0',
      MAIL_FROM: 'shop@real.example',
      OWNER_EMAIL: 'owner@real.example',
    }
    const said = await mustDo(ofShop, 'shop', 'test-mail')
    assert.match(said, /250/)
    await waitFor('the mail', arrivalLimitMs, async () => (await postfix.mails()).length > before)
    for (const mail of await postfix.mails()) isSound(mail.toString('latin1'))
  })
}
