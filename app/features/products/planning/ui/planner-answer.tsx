import { useChosenUnits } from '~/features/cart/ui/chosen-units.tsx'
import { mostInWords } from '~/features/products/rules.ts'
import { Button } from '~/ui/button.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Part } from '../layout.rules.ts'
import type { Answer } from '../sewing.rules.ts'
import css from './fabric-planning.module.css'
import { LayoutDrawing } from './layout-drawing.tsx'

/** `answer` is null while measures are missing. More than the longest piece is never proposed (P37). */
export function PlannerAnswer({
  answer,
  joined,
  stopped,
}: {
  readonly answer: Answer | null
  readonly joined: boolean
  readonly stopped: string | undefined
}) {
  const { units, limit, choose } = useChosenUnits()
  const buyable = stopped === undefined
  const { cart, joined: setting } = useSiteFacts()
  const most = cart.unitsPerLine
  const wanted = answer?.kind === 'layout' ? answer.layout.units : 0
  const isShort = buyable && wanted > limit && wanted <= most
  const offered = isShort ? limit : wanted
  const isTaken = buyable && units === offered
  return (
    <>
      <p role="status" className={css.answer}>
        {answer === null ? '大きさを1〜200cmで入力すると、枚数が出ます。' : answerText(answer, joined, most)}
        {isShort ? `いま、${mostInWords(limit, setting)}しかお届けできません。` : ''}
        {!buyable && wanted > 0 ? `いま、この生地は${stopped}です。` : ''}
        {isTaken && !isShort ? '上の枚数に入れました。' : ''}
      </p>
      {answer?.kind === 'layout' && wanted <= most ? (
        <>
          {buyable ? (
            <Button look="secondary" aria-disabled={isTaken} onClick={() => choose(offered)}>
              枚数を{offered}枚にする
            </Button>
          ) : null}
          <LayoutDrawing layout={answer.layout} parts={answer.parts} joined={joined} />
          <p className={css.small}>
            縫い代1cmなど、一般的なつくり方での目安です。マチや柄合わせの分は含みません。
          </p>
        </>
      ) : null}
    </>
  )
}

const names = (parts: readonly Pick<Part, 'name'>[]): string =>
  parts.map(({ name }) => `「${name}」`).join('')

const answerText = (answer: Answer, joined: boolean, most: number): string => {
  if (answer.kind === 'too-large')
    return `${names(answer.names.map((name) => ({ name })))}は、${joined ? '50cm幅' : '50cm角'}の布に入りません。`
  const { units } = answer.layout
  if (units > most) return `${units}枚いります。${most}枚を超えるときは、お店にご相談ください。`
  const piece = units === 1 || !joined ? '' : `（50cm×${units * 50}cm）`
  return `${units}枚${piece}いります。`
}
