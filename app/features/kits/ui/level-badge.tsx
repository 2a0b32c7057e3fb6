import { type KitLevel, levelName } from '../rules.ts'
import css from './level-badge.module.css'

const marks: Readonly<Record<KitLevel, string>> = {
  beginner: '●○○',
  intermediate: '●●○',
  advanced: '●●●',
  other: '',
}

/** A kit's level in a word and in filled dots, so that no colour has to be told apart. */
export function LevelBadge({ level }: { readonly level: KitLevel }) {
  return (
    <p className={`${css.badge} ${css[level]}`}>
      <span className="visually-hidden">レベル：</span>
      {levelName(level)}
      {marks[level] === '' ? null : <span aria-hidden="true">{marks[level]}</span>}
    </p>
  )
}
