import { networkInterfaces } from 'node:os'
import type { Env } from './env.ts'
import { isLoopback, isPublicHost } from './public-address.ts'

/** The shop's public address: the setting, or this machine's at the port where it listens (S4). */
export const siteOriginOf = (env: Env, port: number): string => env.SITE_ORIGIN ?? `http://localhost:${port}`

/** Does a shop that listens on this HOST answer this machine alone? */
export const answersHereAlone = (host: string): boolean => host === 'localhost' || isLoopback(host)

/** Where a phone of the house finds a shop that listens beyond this machine; undefined when nobody but this machine can. */
export const houseOriginOf = ({ HOST }: Env, port: number): string | undefined => {
  if (answersHereAlone(HOST)) return undefined
  const isEverywhere = ['0.0.0.0', '::'].includes(HOST)
  const address = isEverywhere ? ipv4Addresses().find((own) => !isPublicHost(own)) : HOST
  return address && `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

const ipv4Addresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
