/**
 * The practice provider as a process of its own, for tests: `node practice/run-practice-provider.ts '<options as JSON>'`.
 * Prints `{"port":N}` as its first line, then its log, one line of JSON each. SIGTERM and SIGINT stop it; with
 * `"endWithStdin": true` so does the end of its input, that is, the end of the process that started it.
 */
import { z } from 'zod'
import { startPracticeProvider } from './practice-provider.ts'

const argument = z.object({
  secretKey: z.string(),
  webhookSecret: z.string(),
  webhookUrl: z.string().default(''),
  payPageOrigin: z.string().exactOptional(),
  stateFile: z.string().exactOptional(),
  port: z.int().exactOptional(),
  control: z.boolean().default(true),
  redirectWaitMs: z.int().exactOptional(),
  retryPausesMs: z.array(z.int()).exactOptional(),
  deliveryTimeoutMs: z.int().exactOptional(),
  idempotencyKeepMs: z.int().exactOptional(),
  endWithStdin: z.boolean().default(false),
})

const print = (line: Record<string, unknown>) => void process.stdout.write(`${JSON.stringify(line)}\n`)

const run = async (): Promise<void> => {
  const { endWithStdin, ...options } = argument.parse(JSON.parse(process.argv[2] ?? '{}'))
  const provider = await startPracticeProvider({
    ...options,
    log: {
      warn: (message, fields) => print({ level: 'warn', message, ...fields }),
    },
  })
  print({ port: provider.port })
  const stop = () => void provider.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (endWithStdin) process.stdin.once('end', stop).resume()
}

await run()
