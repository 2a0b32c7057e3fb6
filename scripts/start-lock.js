import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const beatMs = 500
const pauseMs = 100
const silenceMs = 5_000

const takeLock = (lock, sign) => {
  try {
    writeFileSync(lock, sign, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

const lastBeat = (lock) => statSync(lock, { throwIfNoEntry: false })?.mtimeMs

const beat = (lock) => {
  const now = new Date()
  try {
    utimesSync(lock, now, now)
  } catch {}
}

const giveLock = (lock, sign) => {
  try {
    if (readFileSync(lock, 'utf8') === sign) rmSync(lock, { force: true })
  } catch {}
}

/** After five silent seconds the lock has no holder. A process id would not tell: containers reuse ids. */
const waitForLock = async (lock, sign) => {
  let [seen, silentMs, waitedMs] = [lastBeat(lock), 0, 0]
  while (!takeLock(lock, sign)) {
    if (waitedMs === 10 * pauseMs) console.log('Waiting for another start of this folder to get ready ...')
    await pause(pauseMs)
    const now = lastBeat(lock)
    waitedMs += pauseMs
    silentMs = now === seen ? silentMs + pauseMs : 0
    seen = now
    if (silentMs >= silenceMs) rmSync(lock, { force: true })
  }
}

/**
 * Runs `task` while this process holds `lock`; waits for the lock without limit.
 * @param {string} lock
 * @param {() => Promise<void>} task
 */
export const oneAtATime = async (lock, task) => {
  mkdirSync(dirname(lock), { recursive: true })
  const sign = `${process.pid} ${Date.now()}`
  await waitForLock(lock, sign)
  const heart = setInterval(() => beat(lock), beatMs)
  const end = () => {
    giveLock(lock, sign)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)
  try {
    await task()
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end)
    clearInterval(heart)
    giveLock(lock, sign)
  }
}
