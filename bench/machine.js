import { cpus } from 'node:os'

/** What the figures were measured on. */
export const machine = () => `${cpus().length} x ${cpus()[0].model.trim()}, Node ${process.versions.node}`
