import type { ReactNode } from 'react'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'

/** 発送作業 and its pages without an order: what will stand there, and what to look at until then. */
export function NothingToShip({ said, children }: { readonly said: string; readonly children: ReactNode }) {
  return (
    <EmptyBox said={said}>
      <p>{children}</p>
      <ButtonLink look="secondary" to={href('/admin/orders')}>
        注文を見る
      </ButtonLink>
    </EmptyBox>
  )
}
