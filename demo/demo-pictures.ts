/** `path` is below the pictures' folder, served under /Image/. */
export type DemoPicture = { readonly path: string; readonly svg: string }

const files = import.meta.glob<string>('./pictures/**/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The logo is among them. */
export const demoPictures: readonly DemoPicture[] = Object.entries(files).map(([path, svg]) => ({
  path: path.replace('./pictures/', ''),
  svg,
}))
