// The built shop; at SIGUSR2 it prints the longest time (ms) that its event loop was blocked since the last signal.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  console.log(`held ${(delay.max / 1e6).toFixed(1)}`)
  delay.reset()
})
await import('../scripts/serve.js')
