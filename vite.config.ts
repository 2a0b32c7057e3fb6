import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { viteAliases } from './scripts/source-aliases.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { alias: viteAliases },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    // The composition root is what gets built: pages, features, jobs and the owner's commands are one module graph.
    ssr: { build: { rollupOptions: { input: here('./app/app.server.ts') } } },
  },
  server: { fs: { allow: ['.'] } },
})
