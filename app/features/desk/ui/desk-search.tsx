import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { href } from '~/href.ts'
import { isConverting } from '~/ui/is-converting.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import { SearchBox } from '~/ui/search-box.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import css from './desk-search.module.css'

const storage = safeStorage(() => window.localStorage)
/** Kept on the device, where there is one who types: a single letter may be said by accident (WCAG 2.1.4). */
const slashKey = 'desk-search-slash'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))

const isAskedFor = (event: globalThis.KeyboardEvent): boolean => {
  if (event.isComposing || event.altKey || event.shiftKey) return false
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k'
  return event.key === '/' && !isTyping(event.target) && storage.read(slashKey) === '1'
}

const searchPage = href('/admin/search')

/** One field over orders, products and, for the owner, people. Ctrl+K goes there, Esc back to where she was (N123). */
export function DeskSearch({ isOwner }: { readonly isOwner: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const field = box.current?.querySelector('input')
      if (!field || event.defaultPrevented || !isAskedFor(event) || field.getClientRects().length === 0)
        return
      event.preventDefault()
      field.focus({ preventScroll: true })
      field.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isConverting(event) || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    const back = before.current
    event.target.blur()
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it
    <div
      ref={box}
      className={css.search}
      onFocus={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) before.current = relatedTarget
      }}
      onKeyDown={leave}
    >
      <SearchBox
        action={searchPage}
        label={`${whatIsSearched(isOwner)}をさがす`}
        placeholder={`${whatIsSearched(isOwner)}をさがす（Ctrl+K）`}
        q={pathname === searchPage ? (new URLSearchParams(search).get('q') ?? '') : ''}
      />
    </div>
  )
}

export const whatIsSearched = (isOwner: boolean): string => (isOwner ? '注文・商品・人' : '注文・商品')

/** Whether 「/」 goes to the field of the frame too; off until she says so. Without script there is neither. */
export function SlashSwitch() {
  const hasScript = useHasScript()
  if (!hasScript) return null
  return (
    <label className={css.slash}>
      <input
        type="checkbox"
        defaultChecked={storage.read(slashKey) === '1'}
        onChange={({ target }) => (target.checked ? storage.write(slashKey, '1') : storage.forget(slashKey))}
      />
      <span>
        「/」を押しても、さがす欄へ移る
        <small>
          この端末だけの設定です。Ctrl+K（Macでは⌘K）は、いつでも使えます。Escで元の場所に戻ります。
        </small>
      </span>
    </label>
  )
}
