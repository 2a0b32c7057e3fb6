// What the process of pictures runs: one piece of work after the other, each answered with what it gave or how it failed.
import { createPictureWork, type PictureWork } from './picture-work.ts'

/** As `PictureProcess` asks it. */
interface Question {
  readonly work: keyof PictureWork
  readonly given: readonly never[]
}

const pictureWork = createPictureWork()

process.on('message', async ({ work, given }: Question) => {
  const does: (...given: readonly never[]) => Promise<unknown> = pictureWork[work]
  const answer = await (async () => does(...given))().then(
    (made) => ({ made }),
    (error: unknown) => ({ failed: String(error) }),
  )
  process.send?.(answer)
})

// An interrupt at the terminal is for the shop, which lets a picture come to its end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
// Nothing that is half done may keep it alive.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
