import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { withinLimit } from '../time-limit.ts'
import type { PictureTask } from './picture-task.ts'

type Why = 'too_slow' | 'broken' | 'busy'

/** Too slow, or the process broke, or the machine killed it for want of memory. */
export class PictureGivenUp extends Error {
  readonly why: Why
  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

type Made = { [Name in keyof PictureTask]: Awaited<ReturnType<PictureTask[Name]>> }

export interface PictureProcess {
  /** One task at a time. Throws PictureGivenUp after `cpuMs` of CPU (`copies` and its `read` share it), or the task's error. */
  ask<Name extends keyof PictureTask>(
    cpuMs: number,
    task: Name,
    ...given: Parameters<PictureTask[Name]>
  ): Promise<Made[Name]>
}

/** The process no longer counts its own time; a busy machine needs a multiple of it. */
const hangsMs = 180_000
/** It takes about 70 MB, and pictures are rare. */
const idleMs = 60_000

/** Strangers' files are read in a process without the shop's secrets, which can be killed and ends after an idle minute. */
export const createPictureProcess = (): PictureProcess => {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const begin = () => {
    const begun = forkProgram()
    const forget = () => {
      if (child === begun) child = undefined
    }
    // A process that could not start never exits.
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

const program = () => createRequire(import.meta.url).resolve('#picture-program')

const forkProgram = (): ChildProcess => {
  const child = fork(program(), {
    serialization: 'advanced',
    // Without limits it grows to twice what it needs, beside a shop that may have 256 MB in all.
    execArgv: ['--max-old-space-size=32', '--max-semi-space-size=1'],
    env: { HOME: homedir(), MALLOC_ARENA_MAX: '1', VIPS_WARNING: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The process does not keep the shop open; errors reach those who wait for an answer.
  child.on('error', () => {}).unref()
  child.channel?.unref()
  return child
}

/** SIGKILL, unless it is ours, comes from the machine: `busy`. Other signals: the picture broke the process. */
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
