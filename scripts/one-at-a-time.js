import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './install-when-missing.js'

const folder = join(root, '.cache')
const lock = join(folder, 'preparing')
const pauseMs = 100

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const takeLock = () => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

const holder = () => {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}

/** A lock whose holder was killed stands in nobody's way. An empty one is being written just now. */
const removeIfLeftOver = () => {
  const pid = holder()
  if (pid !== undefined && pid > 0 && !isAlive(pid)) rmSync(lock, { force: true })
}

/**
 * Installs and builds in one process at a time, so that two starts of one folder do not overwrite each other's files.
 * @param {() => void | Promise<void>} work
 */
export const oneAtATime = async (work) => {
  mkdirSync(folder, { recursive: true })
  for (let waited = 0; !takeLock(); waited += 1) {
    if (waited === 10) console.log('Waiting for another start of this folder to get ready ...')
    removeIfLeftOver()
    await pause(pauseMs)
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}
