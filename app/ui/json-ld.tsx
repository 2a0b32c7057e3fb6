/** JSON that cannot end the script element around it (R36). */
export const jsonForScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/**
 * Structured data of schema.org; `data` has no `@context`. Only machines read it, in what the server sends: `import.meta.env.SSR &&`
 * before it keeps it out of the scripts, and what stands in the page is left alone.
 */
export function JsonLd({ data }: { readonly data: object | false }) {
  const json = data === false ? '' : jsonForScript({ '@context': 'https://schema.org', ...data })
  // Every < is escaped; as a child, React would escape the quotes as well.
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
  )
}
