import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * This shell is the program's parent and reads our pipe: when our process ends, however it ends, the pipe closes and the program gets
 * SIGTERM. It ends with the program.
 */
const guard = `
  exec 3<&0
  "$@" </dev/null 3<&- &
  program=$!
  { read -r _ <&3; kill "$program"; } &
  wait "$program"
  code=$?
  kill $! 2>/dev/null
  exit $code
`

/** A real neighbour's program, in the foreground. */
export interface GuardedProgram {
  isOver(): boolean
  /** Its last words, of both outputs. */
  said(): string
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>
}

/** `words` are the program and its arguments. */
export const startGuarded = (words: readonly string[], options: SpawnOptions): GuardedProgram => {
  const shell = spawn('/bin/sh', ['-c', guard, 'sh', ...words], {
    ...options,
    // Ctrl-C is for us: the pipe tells the program.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = once(shell, 'exit')
  let said = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000)
    })
  return {
    isOver: () => shell.exitCode !== null || shell.signalCode !== null,
    said: () => said,
    stop: async () => {
      shell.stdin?.end()
      await exited
    },
  }
}
