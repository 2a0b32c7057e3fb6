import type { Feature } from './feature.server.ts'
import { forgetProductFiles } from './features/products/file/forgetting.commands.server.ts'
import { forgetProductFilesJob } from './features/products/file/jobs.server.ts'
import { uploadsOfFiles } from './features/products/file/uploads.queries.server.ts'

export const productDeskFeatures: readonly Feature[] = [
  { name: 'product-desk', tables: [] },
  {
    name: 'product-files',
    tables: ['productFile', 'productFileRow'],
    uploadsInUse: uploadsOfFiles,
    jobs: (ctx) => [forgetProductFilesJob(ctx)],
    demo: { remove: forgetProductFiles },
  },
]
