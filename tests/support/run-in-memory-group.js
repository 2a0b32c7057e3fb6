// Puts itself into the cgroup at MEMORY_GROUP and becomes PROGRAM there, so that all of its memory counts and Node knows the limit.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { MEMORY_GROUP, ...env } = process.env
const [program] = process.argv.slice(2)
writeFileSync(join(MEMORY_GROUP, 'cgroup.procs'), String(process.pid))
process.execve(process.execPath, [process.execPath, ...process.execArgv, program], env)
