import { expect, test } from 'vitest'
import { createHostPauses } from './source-bytes.server.ts'

const start = () => {
  let now = 0
  const hosts = createHostPauses(() => now)
  const silent = (host: string) => hosts.take(host, async () => false)
  return { hosts, silent, advance: (ms: number) => (now += ms) }
}

test('a host rests while it is asked, and no other does', async () => {
  const { hosts } = start()
  const taken: boolean[] = []
  await hosts.take('a', async () => {
    expect(hosts.resting()).toEqual(['a'])
    taken.push(await hosts.take('a', async () => expect.unreachable()))
    taken.push(await hosts.take('b', async () => true))
    return true
  })
  expect(taken).toEqual([false, true])
  expect(hosts.resting()).toEqual([])
})

test('one that gave no answer rests for two minutes', async () => {
  const { hosts, silent, advance } = start()
  await silent('a')
  advance(119_999)
  expect(await silent('a')).toBe(false)
  advance(1)
  expect(hosts.resting()).toEqual([])
  expect(await silent('a')).toBe(true)
})

test('one whose picture could not be stored is asked again', async () => {
  const { hosts } = start()
  const full = async () => {
    throw new Error('the disk is full')
  }
  await expect(hosts.take('a', full)).rejects.toThrow('full')
  expect(hosts.resting()).toEqual([])
})
