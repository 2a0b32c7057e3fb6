import { type ReactNode, useState } from 'react'
import { href } from '~/href.ts'
import { Button, ButtonLink, type ButtonLook, ButtonOutLink } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Icon } from '~/ui/icon.tsx'
import css from './styleguide.module.css'

const colours = [
  'paper',
  'paper-raised',
  'paper-sunk',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'indigo',
  'indigo-deep',
  'indigo-wash',
  'persimmon',
  'persimmon-wash',
  'leaf',
  'leaf-wash',
  'danger',
  'danger-wash',
] as const
const sizes = ['s', 'm', 'l', 'xl', '2xl', '3xl'] as const
const looks: readonly ButtonLook[] = ['primary', 'secondary', 'quiet', 'danger']
export const long =
  'とても長い名前のコットンオックス生地・和柄・麻の葉と七宝つなぎの交互配置・藍色と生成り・50cm角・国産・入園入学にも'

export function GuidePart({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className="stack-4">
      <h2>{name}</h2>
      {children}
    </section>
  )
}

export function Colours() {
  return (
    <GuidePart name="色">
      <ul className="row-3">
        {colours.map((name) => (
          <li key={name} className={css.colour}>
            <span className={`${css.swatch} ${css[name]}`} />
            {name}
          </li>
        ))}
      </ul>
    </GuidePart>
  )
}

export function Letters() {
  return (
    <GuidePart name="文字">
      {sizes.map((size) => (
        <p key={size} className={css[`text-${size}`]}>
          {size}：50cm角の布から、つくる毎日を。
        </p>
      ))}
    </GuidePart>
  )
}

export function Buttons() {
  return (
    <GuidePart name="ボタン">
      {looks.map((look) => (
        <p key={look} className="row-3">
          <Button look={look}>押す</Button>
          <Button look={look} disabled>
            押せない
          </Button>
          <ButtonLink look={look} to={href('/all-products')}>
            サイト内へ
          </ButtonLink>
          <ButtonOutLink look={look} href="https://store.example.com/">
            外部サイトへ
          </ButtonOutLink>
        </p>
      ))}
      <p className="row-3">
        <Button look="icon" aria-label="ふやす">
          <Icon name="plus" />
        </Button>
        <Button look="icon" aria-label="へらす" disabled>
          <Icon name="minus" />
        </Button>
      </p>
      <Button wide>{long}</Button>
    </GuidePart>
  )
}

export function Dialogs() {
  const [open, setOpen] = useState<'window' | 'sheet' | null>(null)
  return (
    <GuidePart name="重なる画面">
      <p className="row-3">
        <Button look="secondary" onClick={() => setOpen('window')}>
          窓を開く
        </Button>
        <Button look="secondary" onClick={() => setOpen('sheet')}>
          シートを開く
        </Button>
      </p>
      <Dialog open={open !== null} onClose={() => setOpen(null)} heading="見出し" look={open ?? 'window'}>
        <p>{long}</p>
      </Dialog>
    </GuidePart>
  )
}
