import { expect, test } from 'vitest'
import { type MailStep, mailTroubles, troubleOf, troubleSentence } from './mail-trouble.ts'

const failed = (fields: Readonly<Record<string, unknown>>, message = 'no') =>
  Object.assign(new Error(message), fields)
const ofTls = (originalCode: string) => failed({ code: 'ESOCKET', originalCode, command: 'CONN' })

test.each([
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['CERT_NOT_YET_VALID', 'certificate-expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
  ['HOSTNAME_MISMATCH', 'certificate-name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-unknown'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate-unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-unknown'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-unknown'],
  ['CERT_UNTRUSTED', 'certificate-unknown'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
])('N66: %s is %s', (code, why) => {
  expect(troubleOf(ofTls(code), 'connection')).toEqual({ step: 'tls', why })
})

test.each<[string, Record<string, unknown>, MailStep, { step: MailStep; why: string }]>([
  ['a name', { code: 'EDNS' }, 'connection', { step: 'name', why: 'host' }],
  [
    'a socket',
    { code: 'ESOCKET', originalCode: 'EHOSTUNREACH' },
    'connection',
    { step: 'connection', why: 'port' },
  ],
  [
    'a socket',
    { code: 'ESOCKET', originalCode: 'ENETUNREACH' },
    'connection',
    { step: 'connection', why: 'port' },
  ],
  ['a socket', { code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'sender', { step: 'sender', why: 'closed' }],
  ['a wait', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'login', { step: 'login', why: 'silent' }],
  [
    'a handshake',
    { code: 'ETIMEDOUT', timeoutType: 'UPGRADE_TIMEOUT' },
    'connection',
    { step: 'tls', why: 'tls' },
  ],
  ['a cut handshake', { code: 'ETLS', command: 'CONN' }, 'connection', { step: 'tls', why: 'tls' }],
  [
    'a login',
    { code: 'EAUTH', responseCode: 454, response: '454 4.7.0 later' },
    'login',
    { step: 'login', why: 'later' },
  ],
  ['no password', { code: 'EAUTH', command: 'API' }, 'login', { step: 'login', why: 'password' }],
  [
    'a greeting',
    { code: 'EPROTOCOL', command: 'CONN', responseCode: 421, response: '421 4.3.2 later' },
    'connection',
    { step: 'connection', why: 'later' },
  ],
  [
    'EHLO',
    { code: 'EPROTOCOL', command: 'HELO', responseCode: 550, response: '550 who are you' },
    'connection',
    { step: 'connection', why: 'helo' },
  ],
  [
    'EHLO',
    { code: 'ECONNECTION', command: 'EHLO', responseCode: 421, response: '421 later' },
    'connection',
    { step: 'connection', why: 'later' },
  ],
  [
    'a mail',
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.6.0 spam' },
    'sender',
    { step: 'message', why: 'refused' },
  ],
  [
    'a mail',
    { code: 'EMESSAGE', command: 'DATA', responseCode: 452, response: '452 4.3.1 full' },
    'sender',
    { step: 'message', why: 'later' },
  ],
  [
    'a recipient',
    { command: 'RCPT TO', responseCode: 550, response: '550 not before you log in' },
    'sender',
    { step: 'recipient', why: 'login-needed' },
  ],
  ['what is no error', {}, 'login', { step: 'login', why: 'refused' }],
])('N66: what is wrong with %s: %j', (_, fields, at, found) => {
  expect(troubleOf(failed(fields), at)).toEqual(found)
})

test('N65: each trouble has its own sentence, which says what to do', () => {
  const sentences = mailTroubles.map(troubleSentence)
  expect(new Set(sentences).size).toBe(mailTroubles.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[^。]+。.*(?:ください|送れます)/)
  expect(troubleOf('no', 'name')).toEqual({ step: 'name', why: 'refused' })
})
