import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { href } from '~/href.ts'
import { Combobox } from './combobox.tsx'
import { useProposed } from './use-proposed.ts'

interface Suggestion {
  readonly kind: keyof typeof kinds
  readonly text: string
  readonly to: string
}

const kinds = { word: 'ことば', recipe: '作品', fabric: '生地', kit: 'キット' } as const

/** The server's suggestions below a search field; choosing one opens its page (W34). */
export function SearchSuggestions({
  field,
  area,
}: {
  readonly field: RefObject<HTMLInputElement | null>
  readonly area: string
}): ReactNode {
  const [typed, setTyped] = useState('')
  const suggestions = useProposed<readonly Suggestion[]>(typed, (q) =>
    href('/api/suggestions', { in: area, q }),
  )
  const navigate = useNavigate()
  useClosedByNavigation(() => setTyped(''))
  return (
    <Combobox
      field={field}
      label="候補"
      options={suggestions ?? []}
      keyOf={({ to }) => to}
      onText={setTyped}
      onChoose={({ to }) => {
        field.current?.blur()
        navigate(to)
      }}
    >
      {({ kind, text }) => (
        <>
          <span>{text}</span>
          <small>{kinds[kind]}</small>
        </>
      )}
    </Combobox>
  )
}

const useClosedByNavigation = (close: () => void) => {
  const { key } = useLocation()
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    close()
  })
}
