import { networkInterfaces } from 'node:os'
import type { Env } from './env.ts'
import { isLoopback, isPublicHost } from './public-address.ts'

/** S4 */
export const siteOriginOf = (env: Env, port: number): string => env.SITE_ORIGIN ?? `http://localhost:${port}`

export const isLocalOnly = (host: string): boolean => host === 'localhost' || isLoopback(host)

/** The address for phones in the local network; undefined when only this machine is served. */
export const localNetworkOriginOf = ({ HOST }: Env, port: number): string | undefined => {
  if (isLocalOnly(HOST)) return undefined
  const isEverywhere = ['0.0.0.0', '::'].includes(HOST)
  const address = isEverywhere ? ipv4Addresses().find((own) => !isPublicHost(own)) : HOST
  return address && `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

const ipv4Addresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
