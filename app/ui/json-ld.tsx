/** Data in JSON, safe inside a script element: nothing in it can end the element (R36). */
export const jsonForScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Structured data of schema.org for whoever reads the page by machine. `data` is one thing, without `@context`. */
export function JsonLd({ data }: { readonly data: object }) {
  const json = jsonForScript({ '@context': 'https://schema.org', ...data })
  // Every < is escaped; as a child, React would escape the quotes as well.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
