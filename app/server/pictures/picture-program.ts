// What the process of pictures runs: one piece of work after the other, each answered with what it gave or how it failed.
import { createPictureTask, type PictureTask } from './picture-task.ts'

/** As `PictureProcess` asks it. */
interface Question {
  readonly work: keyof PictureTask
  readonly given: readonly never[]
  readonly cpuMs: number
}

const lookEveryMs = 100

const pictureTask = createPictureTask()
const clock = { begunAt: process.cpuUsage() }

process.on('message', async ({ work, given, cpuMs }: Question) => {
  // The copies of a picture are of one piece with its reading.
  if (work !== 'copies') clock.begunAt = process.cpuUsage()
  const isTooSlow = () => {
    const { user, system } = process.cpuUsage(clock.begunAt)
    return (user + system) / 1000 > cpuMs
  }
  const tooSlow = Promise.withResolvers<{ tooSlow: true }>()
  const look = setInterval(() => isTooSlow() && tooSlow.resolve({ tooSlow: true }), lookEveryMs)
  const does: (...given: readonly never[]) => Promise<unknown> = pictureTask[work]
  const done = (async () => does(...given))().then(
    (made) => (isTooSlow() ? { tooSlow: true } : { made }),
    (error: unknown) => ({ failed: String(error) }),
  )
  process.send?.(await Promise.race([done, tooSlow.promise]))
  clearInterval(look)
})

// An interrupt at the terminal is for the shop, which lets a picture come to its end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
// Nothing that is half done may keep it alive.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
