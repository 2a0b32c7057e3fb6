/** JSON that cannot end the script element around it (R36). */
export const jsonForScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Data of schema.org without `@context`, rendered on the server only: callers test `import.meta.env.SSR`. */
export function JsonLd({ data }: { readonly data: object | false }) {
  const json = data === false ? '' : jsonForScript({ '@context': 'https://schema.org', ...data })
  // Every < is escaped; as a child React would escape quotes too.
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
  )
}
