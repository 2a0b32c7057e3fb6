import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ok, type Result, refused } from '~/kernel/result.ts'

export type ReadPassword = () => Promise<Result<string, 'differ' | 'given_up'>>

/** Asks twice without echo, or reads a pipe without its final newline. */
export const readPasswordTyped: ReadPassword = async () => {
  if (!process.stdin.isTTY) return ok((await text(process.stdin)).replace(/\r?\n$/, ''))
  const first = await askUnseen('新しい管理用パスワード（入力は表示されません）：')
  if (first === undefined) return refused('given_up')
  const second = await askUnseen('もう一度：')
  if (second === undefined) return refused('given_up')
  return first === second ? ok(first) : refused('differ')
}

const askUnseen = async (question: string): Promise<string | undefined> => {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: unseen, terminal: true })
  const stop = new AbortController()
  line.once('SIGINT', () => stop.abort())
  process.stderr.write(question)
  try {
    return await line.question('', { signal: stop.signal })
  } catch (error) {
    if (stop.signal.aborted) return undefined
    throw error
  } finally {
    line.close()
    process.stderr.write('\n')
  }
}
