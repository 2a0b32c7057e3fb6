import type { DeskActor } from '~/kernel/actor.ts'
import { isEmail } from '~/kernel/email.ts'
import { refusalLines } from '~/server/desk-act.ts'
import type { OwnerCommand } from '~/server/owner-command.ts'
import { sendTestMail } from './test-mail.commands.server.ts'
import { type TestMailStep, testMailOutcome } from './test-mail.rules.ts'

const machine: DeskActor = { kind: 'owner' }

/** `npm run shop -- test-mail [ADDRESS]`: to OWNER_EMAIL, or to that address (N66). */
export const testMailCommand: OwnerCommand = {
  actions: {
    'test-mail': {
      words: [0, 1],
      run: async (ctx, [to = ctx.ownerEmail]) => {
        if (!isEmail(to)) return undefined
        const sent = await sendTestMail(ctx, machine, { requestId: ctx.newId(), to })
        if (!sent.ok) return { lines: refusalLines(sendTestMail, sent.error), exitCode: 1 }
        const { isSent, text } = testMailOutcome(sent.value)
        return { lines: [...(sent.value.steps ?? []).flatMap(stepLines), text], exitCode: isSent ? 0 : 1 }
      },
    },
  },
}

const signs = { done: '○', skipped: '－', failed: '×' } as const

const stepLines = ({ state, text, said }: TestMailStep): string[] => [
  `  ${signs[state]} ${text}`,
  ...(said === '' ? [] : [`     ${said}`]),
]
