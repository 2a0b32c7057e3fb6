import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { pagesWithoutLoader } from './app/addresses.ts'
import { areaSheets } from './scripts/area-sheets.js'
import {
  classNamesInPlace,
  keepStyles,
  readableClassName,
  shortClassNames,
  shortProperties,
} from './scripts/class-names.js'
import { clientChunks } from './scripts/client-chunks.js'
import { linksOfRouter, routerForBrowser, routerOfServer } from './scripts/router-for-browser.js'
import { viteAliases } from './scripts/source-aliases.js'
import { unusedParts } from './scripts/unused-parts.js'

/** The floor of docs/decisions/0162: for what they lack a style keeps the line before it, or its prefix. */
const oldestBrowsers = ['chrome99', 'ios15.4', 'safari15.4']

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Before a length of the visible screen, which Chrome knows since 108, the same one of the whole screen, which a browser that knows both
 * does not use (W67).
 */
const lengthsOfOlderBrowsers = (): Plugin => ({
  name: 'lengths-of-older-browsers',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (text) =>
      text.replaceAll(
        /(?<=[;{]\s*)[a-z][a-z-]*:[^;{}]*\d[dsl]v[hwbi]\b[^;{}]*;/g,
        (line) => `${line.replaceAll(/(\d)[dsl](?=v[hwbi]\b)/g, '$1')} ${line}`,
      ),
  },
})

export default defineConfig(({ command }) => ({
  plugins: [
    classNamesInPlace(),
    reactRouter(),
    areaSheets(),
    routerForBrowser(),
    unusedParts(),
    linksOfRouter(),
    routerOfServer(),
    shortProperties(here('./app')),
    lengthsOfOlderBrowsers(),
    keepStyles(),
  ],
  resolve: { alias: viteAliases },
  // Of the table of addresses, which is not in the browser.
  define: { PAGES_WITHOUT_LOADER: JSON.stringify(pagesWithoutLoader) },
  css: {
    modules: { generateScopedName: command === 'build' ? shortClassNames(here('./app')) : readableClassName },
  },
  build: {
    target: 'es2022',
    cssTarget: oldestBrowsers,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: { codeSplitting: { groups: clientChunks } },
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
        },
      },
    },
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
