import { Chip, Chips } from '~/ui/filters.tsx'

/** Above a search's results: the part searched for when all words together found nothing, and matches in other areas (W32). */
export function BesideSearch({
  name,
  part,
  elsewhere,
}: {
  /** What the list contains, such as 生地. */
  readonly name: string
  readonly part: { readonly typed: string; readonly q: string } | null
  readonly elsewhere: ReadonlyArray<{ readonly text: string; readonly to: string }>
}) {
  return (
    <>
      {part && (
        <p>{`「${part.typed}」に合う${name}は見つかりませんでした。「${part.typed}」のうち「${part.q}」で見つかった${name}です。`}</p>
      )}
      {elsewhere.length > 0 && (
        <Chips name="ほかにも">
          {elsewhere.map(({ text, to }) => (
            <Chip key={to} to={to} leadsAway>
              {text}
            </Chip>
          ))}
        </Chips>
      )}
    </>
  )
}
