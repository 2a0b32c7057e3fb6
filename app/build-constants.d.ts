/** From the table of addresses (vite.config.ts). */
declare const PAGES_WITHOUT_LOADER: readonly import('./href.ts').Path[]
