import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pixelBomb, quarters } from '../../../tests/support/pictures-for-tests.ts'
import { createPictureProcess } from './picture-process.ts'

const within = { width: 1200, height: 1200 }
const enough = 60_000
const picture = (width: number) => quarters(width, 20).png().toBuffer()

const processes = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', `${process.pid}`], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('picture-program'))
    .map((line) => Number.parseInt(line, 10))

/** Takes librsvg minutes. */
const endlessDrawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><filter id="f">${'<feTurbulence numOctaves="200"/>'.repeat(500)}</filter><rect width="900" height="900" filter="url(#f)"/></svg>`,
)

test('R39: what takes too long is ended, and what is asked next gets its own answer', async () => {
  const others = processes()
  const pictures = createPictureProcess()
  const tooLong = pictures.ask(0, 'read', await picture(30), within)
  await expect(tooLong).rejects.toMatchObject({ why: 'too_slow' })
  const next = await pictures.ask(enough, 'read', await picture(50), within)
  expect(next).toMatchObject({ ok: true, value: { width: 50 } })
  const [before] = processes().filter((id) => !others.includes(id))
  expect(before).toBeDefined()
  await expect(pictures.ask(500, 'draw', endlessDrawing, within)).rejects.toMatchObject({ why: 'too_slow' })
  await expect.poll(processes).not.toContain(before)
})

test('R39: the copies of a picture count together with its reading', async () => {
  const pictures = createPictureProcess()
  await pictures.ask(enough, 'read', pixelBomb(6_324), within)
  await expect(pictures.ask(5, 'copies', [])).rejects.toMatchObject({ why: 'too_slow' })
  // The next picture counts only its own time.
  expect(await pictures.ask(80, 'read', await picture(50), within)).toMatchObject({ ok: true })
  expect(await pictures.ask(enough, 'copies', [50])).toHaveLength(2)
})

test('R39: a process that hangs is ended, however little it works', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pictures = createPictureProcess()
  await pictures.ask(enough, 'read', await picture(50), within)
  const asked = pictures.ask(enough, 'draw', endlessDrawing, within)
  await Promise.all([
    expect(asked).rejects.toMatchObject({ why: 'too_slow' }),
    vi.advanceTimersByTimeAsync(180_000),
  ])
  expect(await pictures.ask(enough, 'read', await picture(30), within)).toMatchObject({ ok: true })
})

test.each([
  ['SIGSEGV', 'breaks', 'broken'],
  ['SIGKILL', 'is ended for want of memory', 'busy'],
] as const)(
  'a picture at which the process, with %s, %s is told as %s, and the next one is read',
  async (signal, _how, why) => {
    const pictures = createPictureProcess()
    const others = processes()
    const asked = pictures.ask(enough, 'draw', endlessDrawing, within)
    const [ours] = processes().filter((pid) => !others.includes(pid))
    process.kill(ours ?? Number.NaN, signal)
    await expect(asked).rejects.toMatchObject({ why })
    expect(await pictures.ask(enough, 'read', await picture(50), within)).toMatchObject({ ok: true })
  },
)

test('a task that fails says how, and costs the process nothing', async () => {
  const pictures = createPictureProcess()
  const words = { title: '布', shop: '店' }
  const card = pictures.ask(enough, 'shareCard', Buffer.from('no picture'), words, 'mark')
  await expect(card).rejects.toThrow('unsupported image format')
  await expect(pictures.ask(enough, 'copies', [400])).rejects.toThrow('no picture was read')
})

test('a machine that has no room for a process at first gets its pictures later', async () => {
  const pictures = createPictureProcess()
  const program = process.execPath
  onTestFinished(() => {
    process.execPath = program
  })
  process.execPath = '/not-there'
  await expect(pictures.ask(enough, 'read', await picture(30), within)).rejects.toThrow('ENOENT')
  process.execPath = program
  expect(await pictures.ask(enough, 'read', await picture(50), within)).toMatchObject({ ok: true })
})
