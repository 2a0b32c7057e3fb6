import { putMissingPicture, putPicture } from '~/server/pictures/put-picture.ts'
import logoSvg from './pictures/logo.svg?raw'

const logo = 'logo.svg'

/** Brings the demo's pictures into `imagesDir`; harmless at each start and when two processes start at once. */
export const putDemoPictures = async (imagesDir: string): Promise<void> => {
  const { demoPictures } = await import('./demo-pictures.ts')
  for (const { path, svg } of demoPictures)
    if (path !== logo) await putPicture(imagesDir, { path, content: svg })
}

/** Puts the logo in its place, in a real shop too: it stands for every missing picture. */
export const putLogo = async (imagesDir: string): Promise<void> => {
  await putMissingPicture(imagesDir, { path: logo, content: logoSvg })
}
