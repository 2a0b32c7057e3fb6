import { type EncodeRefusal, pictureFormatOf } from '../../kernel/picture-format.ts'
import { ok, type Result, refused } from '../../kernel/result.ts'
import type { CardWords } from '../../kernel/share-card.ts'
import type { WaitOutside } from '../http/render-lanes.ts'
import { BucketAway } from './picture-bucket.ts'
import { createPictureProcess, PictureGivenUp } from './picture-process.ts'
import type { EncodedCopy, Jpeg, Pixels } from './picture-task.ts'

export interface Encoded extends Jpeg {
  readonly copies: readonly EncodedCopy[]
}

export interface EncodePlan {
  /** Senders take turns, so that nobody waits for all pictures of another. */
  readonly sender: string
  /** Larger pictures are scaled down to fit (R3). */
  readonly within: Pixels
  readonly widthsOf: (width: number) => readonly number[]
  readonly isKnown: (picture: Jpeg) => Promise<boolean>
}

export interface CardPlan {
  readonly words: CardWords
  /** The card's description. */
  readonly mark: string
  /** Called when its turn comes; undefined when the picture is gone or unwanted. */
  readonly read: () => Promise<Uint8Array | undefined>
  readonly keep: (jpeg: Buffer) => Promise<void>
}

export interface PictureEncoder {
  /** `busy` when too many wait, `too_slow` when it exceeds the CPU time. */
  encode(bytes: Uint8Array, plan: EncodePlan): Promise<Result<Encoded, EncodeRefusal>>
  /** Renders a trusted SVG of the shop's own folder, never a visitor's, as a JPEG; references outside it are ignored. */
  draw(svg: Uint8Array, within: Pixels): Promise<Result<Jpeg, 'broken' | 'too_slow' | 'busy'>>
  /** The card of our own picture, a JPEG (W62). `busy` sooner than `encode`, since nobody waits for it. */
  shareCard(plan: CardPlan): Promise<Result<Buffer, 'not_there' | 'busy'>>
}

const mostWaiting = 8
const mostOfOne = 3
const mostCardsWaiting = 2
const senderOfCards = 'cards'

export interface EncoderLimits {
  readonly waiting: number
  readonly cpuMs: number
}

/** One picture at a time, in a child process: each takes some seconds of a core. */
export const createPictureEncoder = (
  { waiting, cpuMs }: EncoderLimits = { waiting: mostWaiting, cpuMs: 20_000 },
): PictureEncoder => {
  const queue = createFairQueue()
  const pictures = createPictureProcess()
  const hasRoomForCard = () => queue.size() <= Math.min(waiting, mostCardsWaiting)

  const encodeOne = async (
    bytes: Uint8Array,
    { within, widthsOf, isKnown }: EncodePlan,
  ): Promise<Result<Encoded, EncodeRefusal>> => {
    const read = await pictures.ask(cpuMs, 'read', Buffer.from(bytes), within)
    if (!read.ok) return read
    if (await isKnown(read.value)) return ok({ ...read.value, copies: [] })
    return ok({ ...read.value, copies: await pictures.ask(cpuMs, 'copies', widthsOf(read.value.width)) })
  }

  return {
    async encode(bytes, plan) {
      const format = pictureFormatOf(bytes)
      if (format === undefined) return refused('not_a_picture')
      if (format === 'heic' || format === 'animated') return refused(format)
      if (queue.size() > waiting || queue.sizeOf(plan.sender) >= mostOfOne) return refused('busy')
      return queue.run(plan.sender, () => encodeOne(bytes, plan).catch(refusalOf))
    },
    async draw(svg, within) {
      if (!hasRoomForCard()) return refused('busy')
      return queue.run(senderOfCards, () =>
        pictures.ask(cpuMs, 'draw', Buffer.from(svg), within).catch(refusalOf),
      )
    },
    async shareCard({ read, keep, words, mark }) {
      if (!hasRoomForCard()) return refused('busy')
      return queue.run(senderOfCards, async () => {
        const bytes = await read()
        if (bytes === undefined) return refused('not_there')
        const made = await pictures
          .ask(cpuMs, 'shareCard', Buffer.from(bytes), words, mark)
          .then(ok, refusalOf)
        if (!made.ok) return refused(made.error === 'too_slow' ? 'busy' : 'not_there')
        await keep(made.value)
        return made
      })
    },
  }
}

const refusalOf = (error: unknown): Result<never, PictureGivenUp['why'] | 'busy'> => {
  if (error instanceof PictureGivenUp) return refused(error.why)
  if (error instanceof BucketAway) return refused('busy')
  throw error
}

export const encoderOutside = (encoder: PictureEncoder, waitOutside: WaitOutside): PictureEncoder => ({
  encode: (bytes, plan) => waitOutside(() => encoder.encode(bytes, plan)),
  draw: (svg, within) => waitOutside(() => encoder.draw(svg, within)),
  shareCard: (plan) => waitOutside(() => encoder.shareCard(plan)),
})

interface FairQueue {
  readonly size: () => number
  readonly sizeOf: (whose: string) => number
  /** One task at a time; each `whose` takes turns, however many tasks it has. */
  run<T>(whose: string, task: () => Promise<T>): Promise<T>
}

const createFairQueue = (): FairQueue => {
  const waiting = new Map<string, (() => Promise<unknown>)[]>()
  let running: string | undefined

  const runAll = async () => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [whose, tasks] = next
      waiting.delete(whose)
      const task = tasks.shift()
      if (tasks.length > 0) waiting.set(whose, tasks)
      running = whose
      await task?.().catch(() => {})
    }
    running = undefined
  }

  const sizeOf = (whose: string) => (waiting.get(whose)?.length ?? 0) + (running === whose ? 1 : 0)
  return {
    sizeOf,
    size: () =>
      [...waiting.values()].reduce((sum, { length }) => sum + length, running === undefined ? 0 : 1),
    run: (whose, task) =>
      new Promise((resolve, reject) => {
        const theirs = waiting.get(whose) ?? []
        theirs.push(() => (async () => task())().then(resolve, reject))
        waiting.set(whose, theirs)
        if (running === undefined) void runAll()
      }),
  }
}
