import { firstCharacters, oneLine } from '../../kernel/text.ts'

/** Short enough for every file system, ending included. */
const longestName = 60

/** Without what file systems refuse or read as a folder, and without characters that could disguise the ending. */
const safeName = (title: string): string =>
  firstCharacters(oneLine(title).replaceAll(/[\\/:*?"<>|%]+/g, ' '), longestName)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')

/** As RFC 8187 asks. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** A Content-Disposition that saves as `title` and `.pdf`; a title of odd characters only leaves the name to the browser. */
export const savedAs = (title: string): string => {
  const name = safeName(title)
  return name === ''
    ? 'attachment'
    : `attachment; filename="download.pdf"; filename*=UTF-8''${encoded(`${name}.pdf`)}`
}
