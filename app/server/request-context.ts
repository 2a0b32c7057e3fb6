import { createContext } from 'react-router'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { CommandContext } from './context.ts'

/** What this request is: its id for the log, the client's address for limits, and the shop's public origin. */
export interface RequestFacts {
  readonly requestId: string
  readonly clientAddress: string
  readonly siteOrigin: string
  readonly apiBase: string
  readonly demo: boolean
}

/** Keys under which world.server.ts hands its parts to loaders and actions. They hold nothing themselves. */
export const commandContext = createContext<CommandContext>()
export const requestFacts = createContext<RequestFacts>()
export const settingsContext = createContext<ShopSettings>()
