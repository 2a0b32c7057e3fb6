import { putMissingPicture, putPicture } from '~/server/pictures/picture-files.ts'
import logoSvg from './pictures/logo.svg?raw'

const logo = 'logo.svg'

/** Repeatable; two processes may do it at once. */
export const putDemoPictures = async (imagesDir: string): Promise<void> => {
  const { demoPictures } = await import('./demo-pictures.ts')
  for (const { path, svg } of demoPictures)
    if (path !== logo) await putPicture(imagesDir, { path, content: svg })
}

/** In a real shop too, for it stands in for every missing picture. */
export const putLogo = async (imagesDir: string): Promise<void> => {
  await putMissingPicture(imagesDir, { path: logo, content: logoSvg })
}
