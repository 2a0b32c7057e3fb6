import type { Feature } from '~/feature-parts.server.ts'
import { releaseWaiting } from './commands.server.ts'
import { collectUploadsJob, copyPicturesJob, sweepPicturesJob, watchPicturesJob } from './jobs.server.ts'
import { missingPicturesCard, pictureAlarms } from './missing.queries.server.ts'
import { picturesCommand } from './owner.commands.server.ts'
import { productUploads, productUploadsShownBy } from './sources.queries.server.ts'

export const pictures: Feature = {
  name: 'pictures',
  tables: { '.': ['upload', 'uploadOwner', 'pictureSource'] },
  uploadsInUse: [productUploads],
  uploadsShownBy: [productUploadsShownBy],
  onMemberGone: releaseWaiting,
  jobs: (ctx, all) => [
    watchPicturesJob(ctx, all),
    collectUploadsJob(ctx, all, all.productPictures),
    sweepPicturesJob(ctx),
    copyPicturesJob(ctx, all.productPictures),
  ],
  commands: { pictures: [picturesCommand] },
  deskCards: [missingPicturesCard],
  alarms: [pictureAlarms],
}
