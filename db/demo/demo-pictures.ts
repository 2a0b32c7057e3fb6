/** A picture of the demo: its path below the pictures' folder (served under /Image/), and its text. */
export type DemoPicture = { readonly path: string; readonly svg: string }

const files = import.meta.glob<string>('./pictures/**/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Every picture that the demo's content and pages show, the logo among them. They are drawn by `npm run drawings`. */
export const demoPictures: readonly DemoPicture[] = Object.entries(files).map(([path, svg]) => ({
  path: path.replace('./pictures/', ''),
  svg,
}))
