import { setTimeout as pause } from 'node:timers/promises'

/** How long (ms) the event loop of a shop that runs `bench/held-shop.js` was blocked at the longest since the last call. */
export const longestHold = async (shop) => {
  const from = shop.output().length
  process.kill(shop.pid(), 'SIGUSR2')
  while (!shop.output().slice(from).includes('\n')) await pause(5)
  return Number(shop.output().slice(from).replace('held ', ''))
}
