const items = 10_000

/** Processor ms of a fixed piece of work: about 10 ms on the machine of docs/decisions/0051. What is measured beside it is given as a ratio. */
export const yardstickMs = (): number => {
  const before = process.cpuUsage()
  const words = Array.from({ length: items }, (_, at) => `布${(at * 7_919) % items}`)
  words.sort()
  const found = new Map(words.map((word, at) => [word, at]))
  if (found.size !== items) throw new Error('the yardstick was not measured')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
