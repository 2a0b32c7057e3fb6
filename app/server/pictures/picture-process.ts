import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { withinLimit } from '../time-limit.ts'
import type { PictureTask } from './picture-task.ts'

type Why = 'too_slow' | 'broken' | 'busy'

/** It took too long, the process broke under it, or the machine ended the process, as it does when memory is short. */
export class PictureGivenUp extends Error {
  readonly why: Why
  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

type Made = { [Name in keyof PictureTask]: Awaited<ReturnType<PictureTask[Name]>> }

export interface PictureProcess {
  /**
   * One at a time. Throws `PictureGivenUp` when it takes more than `cpuMs` of a processor (`copies` together with the `read` before),
   * and what the task itself throws.
   */
  ask<Name extends keyof PictureTask>(
    cpuMs: number,
    task: Name,
    ...given: Parameters<PictureTask[Name]>
  ): Promise<Made[Name]>
}

/** A process that does not even count its time any more; a busy machine takes a multiple of it. */
const hangsMs = 180_000
/** It takes some 70 MB, and most of the time nobody sends a picture. */
const idleMs = 60_000

/**
 * A process of its own reads what strangers send: one that takes too long can be ended, one that breaks takes nothing with it,
 * and it knows none of the shop's secrets. It begins with the first task and ends after a minute without any.
 */
export const createPictureProcess = (): PictureProcess => {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const begin = () => {
    const begun = forkProgram()
    const forget = () => {
      if (child === begun) child = undefined
    }
    // One that could not begin never exits.
    begun.once('exit', forget).once('error', forget)
    return begun
  }
  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  return {
    ask<Name extends keyof PictureTask>(cpuMs: number, task: Name, ...given: Parameters<PictureTask[Name]>) {
      clearTimeout(idle)
      child ??= begin()
      const answer = answerOf<Made[Name]>(child)
      child.send({ task, given, cpuMs })
      return withinLimit(hangsMs, answer, tooSlow)
        .catch((error) => {
          if (error instanceof PictureGivenUp) end()
          throw error
        })
        .finally(() => {
          idle = setTimeout(end, idleMs).unref()
        })
    },
  }
}

const tooSlow = (): never => {
  throw new PictureGivenUp('too_slow')
}

/** Its source, wherever this file has been bundled to. */
const program = () => createRequire(import.meta.url).resolve('#picture-program')

const forkProgram = (): ChildProcess => {
  const child = fork(program(), {
    serialization: 'advanced',
    // What is not limited grows to twice of what it needs, beside a shop that may have 256 MB in all.
    execArgv: ['--max-old-space-size=32', '--max-semi-space-size=1'],
    env: { HOME: homedir(), MALLOC_ARENA_MAX: '1', VIPS_WARNING: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // What waits for an answer keeps the shop open, the process does not; and those who ask hear of an error.
  child.on('error', () => {}).unref()
  child.channel?.unref()
  return child
}

/** A process that is ended by a signal broke on what it read, unless nobody but the machine ended it. */
const answerOf = async <T>(child: ChildProcess): Promise<T> => {
  const settled = new AbortController()
  const ended = once(child, 'exit', settled).then(([code, signal]) => {
    if (code === null) throw new PictureGivenUp(signal === 'SIGKILL' ? 'busy' : 'broken')
    throw new Error(`the process of pictures ended with ${code}`)
  })
  try {
    const [answer]: { made: T; failed?: string; tooSlow?: true }[] = await Promise.race([
      once(child, 'message', settled),
      ended,
    ])
    if (answer?.tooSlow) tooSlow()
    if (answer === undefined || answer.failed !== undefined) throw new Error(answer?.failed)
    return answer.made
  } finally {
    settled.abort()
  }
}
