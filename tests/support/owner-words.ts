import type { OwnerContext } from '../../app/features/orders/payment/commands.server.ts'
import type { CommandResult } from '../../app/server/owner-command.ts'
import { ownerCommand, runWords } from '../../cli/owner-commands.server.ts'

/** `npm run NAME -- WORDS` in a shop of this process. */
export const ownerWords =
  (name: string) =>
  (ctx: OwnerContext, words: readonly string[]): Promise<CommandResult> => {
    const command = ownerCommand(name)
    if (command === undefined) throw new Error(`there is no npm run ${name}`)
    return runWords(command, ctx, words)
  }
