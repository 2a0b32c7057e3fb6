import { cpus } from 'node:os'

export const machine = () => `${cpus().length} x ${cpus()[0].model.trim()}, Node ${process.versions.node}`
