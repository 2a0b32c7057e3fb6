import { firstCharacters, oneLine } from '../../kernel/text.ts'

/** With it and its ending, the name fits into every file system. */
const longestName = 60

/** What no file system refuses or takes for a folder, and what shows no other ending than it has. */
const safeName = (title: string): string =>
  firstCharacters(oneLine(title).replaceAll(/[\\/:*?"<>|%]+/g, ' '), longestName)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')

/** The characters that RFC 8187 takes in a value as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * The Content-Disposition of a file that is saved, never opened, under `title` and `.pdf`; a title of nothing but odd characters
 * leaves the name to the browser.
 */
export const savedAs = (title: string): string => {
  const name = safeName(title)
  return name === ''
    ? 'attachment'
    : `attachment; filename="download.pdf"; filename*=UTF-8''${encoded(`${name}.pdf`)}`
}
