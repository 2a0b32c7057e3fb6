import { type NewMail, testMailsPerHour } from '~/kernel/mail.ts'
import type { Refusals } from '~/kernel/refusal.ts'

export interface TestMailStep {
  readonly state: 'done' | 'skipped' | 'failed'
  readonly text: string
  /** The mail server's own words; mostly ''. */
  readonly said: string
}

/** The last mail that was sent to try the mail server (N66). */
export interface TestMail {
  /** Epoch ms. */
  readonly at: number
  /** Null until the mail server has answered, and for good when the shop was stopped before. */
  readonly steps: readonly TestMailStep[] | null
}

export interface TestMailView {
  readonly recipient: string
  readonly last: TestMail | null
  /** Why mails do not go out at present, and what to do; null while they do. */
  readonly trouble: string | null
}

export const testMailRefusals = {
  'mail-off': {
    status: 409,
    text: 'SMTP_URL と MAIL_FROM が書かれていないので、このお店からはメールを送れません。',
  },
  'too-many': {
    status: 429,
    text: `試しのメールは、1時間に${testMailsPerHour}通までです。しばらくして、もう一度お試しください。`,
  },
} as const satisfies Refusals<string>

/** Where the steps of the last one stand on お店. */
export const testMailId = 'test-mail'

/** The outcome in one sentence, for the notice of お店 and for the command. */
export const testMailOutcome = ({ steps }: Pick<TestMail, 'steps'>) => {
  if (steps === null)
    return {
      isSent: false,
      text: '試しのメールの結果は、まだわかりません。届いたかどうかを確かめてください。',
    }
  const failed = steps.find(({ state }) => state === 'failed')
  return failed === undefined
    ? {
        isSent: true,
        text: '試しのメールを送りました。届いたかどうかを、迷惑メールのフォルダーも見て確かめてください。',
      }
    : { isSent: false, text: `試しのメールを送れませんでした。${failed.text}` }
}

/** Holds no personal data (N66). */
export const testMailTo = (
  recipient: string,
  { id, shopName }: { readonly id: string; readonly shopName: string },
): NewMail => ({
  kind: 'owner_test',
  subjectKey: id,
  recipient,
  subject: `【${shopName}】試しのメール`,
  holdsToken: false,
  preview: 'お店からメールを送れることがわかりました。',
  heading: '試しのメールです',
  opening: [
    'お店からメールを送れることを確かめるために、お店の画面かコンピューターから送りました。',
    'このメールが届いたら、することはありません。',
  ],
  link: null,
  blocks: [],
  closing: [],
})
