import type { ReactNode } from 'react'

const shapes = {
  fabric: <path d="M3 7l9-4 9 4-9 4-9-4zm0 5l9 4 9-4M3 17l9 4 9-4" />,
  kit: (
    <path d="M6 4l12 12M18 4L6 16m0 0a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm12 0a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
  ),
  collab: (
    <path d="M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.4c2.4.8 4 2.9 4 5.6" />
  ),
  subscription: <path d="M4 9h16v11H4zM4 9l3-5h10l3 5M9 13h6" />,
  cart: (
    <path d="M3 4h2.5l2.2 11h10.6L21 7.5H6.6M9 20.2a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6zm8 0a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6z" />
  ),
  gallery: <path d="M3 4h18v16H3zM3 16l5-5 4 4 3-3 6 6M15.5 9.5a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z" />,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20 20" />,
  member: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20.5c0-4 3.6-6.5 8-6.5s8 2.5 8 6.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  trash: <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />,
  heart: (
    <path d="M12 20.3C7.5 16.9 3.5 13.6 3.5 9.4A4.6 4.6 0 0 1 8.1 4.7c1.6 0 3 .8 3.9 2.1a4.7 4.7 0 0 1 3.9-2.1 4.6 4.6 0 0 1 4.6 4.7c0 4.2-4 7.5-8.5 10.9z" />
  ),
  compare: <path d="M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z" />,
  bookmark: <path d="M6.5 3.5h11v17L12 16.2l-5.5 4.3z" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  outside: <path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

const isIconName = (name: string): name is IconName => name in shapes

export const iconNames: readonly IconName[] = Object.keys(shapes).filter(isIconName)

/** Decorative: text beside it, or the button's label, has the meaning. `size` in px. */
export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  )
}
