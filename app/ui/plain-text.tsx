import { linkedText } from '~/kernel/links.ts'
import { OutLink } from './out-link.tsx'
import css from './plain-text.module.css'

/** Untrusted text with its line breaks and links (P16); `rel` is for the links. */
export function PlainText({ text, rel }: { readonly text: string; readonly rel?: string }) {
  let at = 0
  return (
    <p className={css.text}>
      {linkedText(text).map((part) => {
        const key = at
        at += part.text.length
        return part.href === null ? (
          part.text
        ) : (
          <OutLink key={key} href={part.href} {...(rel === undefined ? {} : { rel })}>
            {part.text}
          </OutLink>
        )
      })}
    </p>
  )
}
