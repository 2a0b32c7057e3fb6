import { expect, test } from 'vitest'
import { mailTrouble } from './mails.rules.ts'

test.each([
  [
    'Invalid login: 535 5.7.8 Error: authentication failed',
    'お店のメールのユーザー名かパスワードが通りません',
  ],
  ['connect ECONNREFUSED 192.0.2.1:587', 'メールサーバにつながりません'],
  ['getaddrinfo ENOTFOUND smtp.example.com', 'メールサーバにつながりません'],
  ['Connection timeout', 'メールサーバにつながりません'],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 <h@example.com>: Recipient address rejected",
    '相手のアドレスが見つかりません',
  ],
  [
    "Can't send mail - all recipients were rejected: 550 <h@example.com>: unknown user",
    '相手のアドレスが見つかりません',
  ],
  ['Message failed: 552 5.2.2 Mailbox full', '相手の受信箱がいっぱいです'],
  ['Message failed: 452 4.2.2 over quota', '相手の受信箱がいっぱいです'],
  ['Message failed: 550 5.7.1 Message rejected', '相手のメールサーバが、お店からのメールを断っています'],
  [
    "Can't send mail - all recipients were rejected: 451 4.3.2 try later",
    '相手のメールサーバが、いまは受け取れません',
  ],
  ['Message failed: 450 4.7.1 Greylisted by policy', '相手のメールサーバが、いまは受け取れません'],
  ['Connection closed unexpectedly', 'メールサーバにつながりません'],
  [
    'Message failed: 550 5.1.8 sender domain does not exist',
    'お店のメールの設定（差出人やログイン）が受けつけられていません',
  ],
  [
    "Can't send mail - all recipients were rejected: 553 5.7.1 <s@s.example>: Sender address rejected: not owned",
    'お店のメールの設定（差出人やログイン）が受けつけられていません',
  ],
  [
    "Can't send mail - all recipients were rejected: 554 5.7.1 <a@b.example>: Relay access denied",
    'お店のメールの設定（差出人やログイン）が受けつけられていません',
  ],
  [
    'Mail command failed: 530 5.7.0 Must issue a STARTTLS command first',
    'お店のメールの設定（差出人やログイン）が受けつけられていません',
  ],
  ['self-signed certificate', 'お店のメールサーバの証明書を確かめられません'],
  [
    "Hostname/IP does not match certificate's altnames: Host: a.example. is not in the cert's altnames: DNS:b.example",
    'お店のメールサーバの証明書を確かめられません',
  ],
  [
    'Error upgrading connection with STARTTLS: 502 5.5.1 Error: command not recognized',
    'お店のメールサーバと、暗号化を始められません',
  ],
  [
    'write EPROTO 00:error:0A00010B:SSL routines::wrong version number',
    'お店のメールサーバと、暗号化を始められません',
  ],
  ['Message failed: 554 no', '相手のメールサーバに断られました'],
  ['unknown', '送れませんでした'],
])('the owner reads in Japanese why a mail did not come: %s', (lastError, text) => {
  expect(mailTrouble(lastError)).toEqual({ text, said: lastError })
})

test('our own sentences stay alone, and a mail that was not tried has none', () => {
  const own = 'メールアドレスとして使えません'
  expect(mailTrouble(own)).toEqual({ text: own, said: '' })
  expect(mailTrouble(null)).toEqual({ text: '', said: '' })
})
