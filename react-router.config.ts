import type { Config } from '@react-router/dev/config'
import { laterFailedFilesScript } from './app/ui/failed-files.ts'
import { keptMessagesScript } from './app/ui/page-visibility.ts'
import { writePageSheets } from './scripts/area-sheets.js'
import { compressAssets } from './scripts/compress-assets.js'
import { writeManifestOfVisitors } from './scripts/visitors-manifest.js'

export default {
  ssr: true,
  // All routes arrive with the first page: no manifest request, and every data request is a known address.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'app.js',
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  async buildEnd({ reactRouterConfig: { buildDirectory, basename, future, routeDiscovery, ssr } }) {
    await writePageSheets(buildDirectory)
    // The same for every page (app/entry.server.tsx).
    const context = JSON.stringify({ basename, future, routeDiscovery, ssr, isSpaMode: false })
    await writeManifestOfVisitors(
      `${buildDirectory}/client`,
      `${laterFailedFilesScript}\n${keptMessagesScript}\nObject.assign(window.__reactRouterContext,${context})`,
    )
    await compressAssets(`${buildDirectory}/client`)
  },
} satisfies Config
