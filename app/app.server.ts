import { type OpenApp, open } from './open-app.server.ts'
import { readEnv } from './server/env.ts'
import { listen } from './server/http/http-server.ts'
import { orRefusal } from './server/start.ts'

export { runCommand } from '#cli/run-command.server.ts'
export { routerParts } from './app-handler.server.ts'
export { open } from './open-app.server.ts'

// With the jobs, which end at the same time, the whole stop takes at most 10 s (D3).
const closeGraceMs = 8_000

/** Throws StartRefused for a missing or unsafe setting, and when the port is taken. */
export const serve = async (clientDir: string): Promise<OpenApp> => {
  const env = orRefusal(readEnv())
  const server = await listen(env.HOST, env.PORT, undefined, env.TRUSTED_PROXY)
  const drain = () => server.close(closeGraceMs)
  const onUpgrade = () => {
    server.upgrades()
    process.stdout.write(
      '\n  お店のデータを、新しい版に合わせています。終わると開きます（大きなお店では1分ほど）。止めないでお待ちください。\n',
    )
  }
  const tell = (sentence: string) => {
    process.stdout.write(`\n  ${sentence}\n`)
  }
  const app = await open({ port: server.port, clientDir, drain, onUpgrade, tell }).catch(async (error) => {
    await server.close(0)
    throw error
  })
  server.handOver(app.handle)
  return app
}
