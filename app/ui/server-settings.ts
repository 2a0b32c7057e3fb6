import { createContext } from 'react'
import type { ShopSettings } from '~/kernel/shop-settings.ts'

/** Where the server draws a page: for what it alone writes, such as data for search engines. Undefined in the browser (W76). */
export const ServerSettings = createContext<ShopSettings | undefined>(undefined)
