// The child process that runs picture tasks, one after the other.
import { writeFileSync } from 'node:fs'
import { createPictureTask, type PictureTask } from './picture-task.ts'

interface Question {
  readonly task: keyof PictureTask
  readonly given: readonly never[]
  readonly cpuMs: number
}

const lookEveryMs = 100

/** When memory is short, Linux kills this process rather than the shop: a picture can be sent again. */
const offerItselfFirst = () => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux.
  }
}

offerItselfFirst()
const pictureTask = createPictureTask()
const clock = { begunAt: process.cpuUsage() }

process.on('message', async ({ task, given, cpuMs }: Question) => {
  // Reading and copies of a picture share one time limit.
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

// Ctrl-C is for the shop, which lets a running picture finish.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
// Without the shop the process must not stay alive.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
