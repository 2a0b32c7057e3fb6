/** Vitest's setup: what Node warns of fails the run, for nobody reads a line between ten thousand dots. */
const failOnWarning = (warning: Error): never => {
  throw warning
}

const isSet = process.listeners('warning').some(({ name }) => name === failOnWarning.name)
if (!isSet) process.on('warning', failOnWarning)
