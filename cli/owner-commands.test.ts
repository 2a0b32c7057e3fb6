import { expect, test } from 'vitest'
import { features } from '~/features.server.ts'
import type { OwnerCommand } from '~/server/owner-command.ts'
import { ownerCommand, runWords } from './owner-commands.server.ts'

const command: OwnerCommand<null> = {
  usage: ['usage'],
  switches: ['--all'],
  actions: {
    say: {
      words: [1, 2],
      run: async (_ctx, words) => (words.includes('?') ? undefined : { lines: [...words], exitCode: 0 }),
    },
  },
}

const run = (...args: string[]) => runWords(command, null, args)

test('an action is given the words beside it, a switch wherever it stands', async () => {
  expect(await run('say', 'a')).toEqual({ lines: ['a'], exitCode: 0 })
  expect(await run('say', 'a', '--all')).toEqual({ lines: ['a', '--all'], exitCode: 0 })
  expect(await run('--all', 'say', 'a')).toEqual({ lines: ['--all', 'a'], exitCode: 0 })
})

test.each([
  [],
  ['--all'],
  ['say'],
  ['say', 'a', 'b', 'c'],
  ['say', '?'],
  ['other', 'a'],
  ['constructor', 'a'],
  ['--other', 'say', 'a'],
])('what is not understood is answered with the usage: %s', async (...args) => {
  expect(await run(...args)).toEqual({ lines: ['usage'], exitCode: 2 })
})

test('features that share a name each bring their actions, and one of them the usage', () => {
  const names = [...new Set(features.flatMap(({ commands = {} }) => Object.keys(commands)))]
  for (const name of names) {
    const parts = features.flatMap(({ commands }) => commands?.[name] ?? [])
    const actions = parts.flatMap((part) => Object.keys(part.actions))
    expect(Object.keys(ownerCommand(name)?.actions ?? {}), name).toEqual([...new Set(actions)])
    expect(actions, name).toHaveLength(new Set(actions).size)
    expect(
      parts.filter(({ usage }) => usage !== undefined),
      name,
    ).toHaveLength(1)
    for (const action of actions) expect(ownerCommand(name)?.usage?.join(), name).toContain(` -- ${action}`)
  }
  expect(Object.keys(ownerCommand('orders')?.actions ?? {})).toContain('adopt')
  expect(ownerCommand('member')?.runsWithoutSettings).toBe(true)
  expect(ownerCommand('none')).toBe(undefined)
})
