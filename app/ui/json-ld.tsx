/** JSON that cannot end the script element around it (R36). */
export const jsonForScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Structured data of schema.org; `data` has no `@context`. */
export function JsonLd({ data }: { readonly data: object }) {
  const json = jsonForScript({ '@context': 'https://schema.org', ...data })
  // Every < is escaped; as a child, React would escape the quotes as well.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
