// The built shop, which tells at SIGUSR2 for how many ms it did nothing else in one piece since the last time.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  console.log(`held ${(delay.max / 1e6).toFixed(1)}`)
  delay.reset()
})
await import('../scripts/serve.js')
