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
  async buildEnd({ reactRouterConfig }) {
    await writePageSheets(reactRouterConfig.buildDirectory)
    await writeManifestOfVisitors(
      `${reactRouterConfig.buildDirectory}/client`,
      `${laterFailedFilesScript}\n${keptMessagesScript}`,
    )
    await compressAssets(`${reactRouterConfig.buildDirectory}/client`)
  },
} satisfies Config
