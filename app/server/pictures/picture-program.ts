// What the process of pictures runs: one task after the other, each answered with what it gave or how it failed.
import { writeFileSync } from 'node:fs'
import { createPictureTask, type PictureTask } from './picture-task.ts'

/** As `PictureProcess` asks it. */
interface Question {
  readonly task: keyof PictureTask
  readonly given: readonly never[]
  readonly cpuMs: number
}

const lookEveryMs = 100

/** Where memory is short Linux ends this process rather than the shop: a picture can be sent again. */
const offerItselfFirst = () => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system.
  }
}

offerItselfFirst()
const pictureTask = createPictureTask()
const clock = { begunAt: process.cpuUsage() }

process.on('message', async ({ task, given, cpuMs }: Question) => {
  // The copies of a picture are of one piece with its reading.
  if (task !== 'copies') clock.begunAt = process.cpuUsage()
  const isTooSlow = () => {
    const { user, system } = process.cpuUsage(clock.begunAt)
    return (user + system) / 1000 > cpuMs
  }
  const tooSlow = Promise.withResolvers<{ tooSlow: true }>()
  const look = setInterval(() => isTooSlow() && tooSlow.resolve({ tooSlow: true }), lookEveryMs)
  const does: (...given: readonly never[]) => Promise<unknown> = pictureTask[task]
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
