import type { OwnerContext } from '~/features/orders/payment/commands.server.ts'
import { features } from '~/features.server.ts'
import type { CommandResult, OwnerCommand } from '~/server/owner-command.ts'

/** `npm run NAME` of all features together; undefined when none has it. */
export const ownerCommand = (name: string): OwnerCommand<OwnerContext> | undefined => {
  const parts = features.flatMap(({ commands }) => commands?.[name] ?? [])
  return parts.length === 0
    ? undefined
    : Object.assign({}, ...parts, {
        actions: Object.assign({}, ...parts.map(({ actions }) => actions)),
      })
}

export const runWords = async <Context>(
  { actions, usage = [], switches = [] }: OwnerCommand<Context>,
  ctx: Context,
  args: readonly string[],
): Promise<CommandResult> => {
  const at = args.findIndex((arg) => !switches.includes(arg))
  const name = args[at] ?? ''
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  const words = args.toSpliced(at, 1)
  const isMeant = action && words.length >= action.words[0] && words.length <= action.words[1]
  return (isMeant && (await action.run(ctx, words))) || { lines: usage, exitCode: 2 }
}
