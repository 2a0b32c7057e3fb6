import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { pagesWithoutLoader } from './app/addresses.ts'
import { areaSheets, classNameIn } from './scripts/area-sheets.js'
import { clientChunks } from './scripts/client-chunks.js'
import { viteAliases } from './scripts/source-aliases.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), areaSheets()],
  resolve: { alias: viteAliases },
  // Of the table of addresses, which is not in the browser.
  define: { PAGES_WITHOUT_LOADER: JSON.stringify(pagesWithoutLoader) },
  css: { modules: { generateScopedName: classNameIn } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: clientChunks } } } } },
    // The composition root is what gets built: pages, features, jobs and the owner's commands are one module graph.
    ssr: {
      // One file with its packages starts faster and takes less memory than some hundred files.
      ...(command === 'build'
        ? {
            resolve: { noExternal: true },
            define: { 'process.env.NODE_ENV': '"production"' },
          }
        : {}),
      build: {
        rollupOptions: { input: here('./app/app.server.ts') },
      },
    },
  },
  server: { fs: { allow: ['.'] } },
}))
