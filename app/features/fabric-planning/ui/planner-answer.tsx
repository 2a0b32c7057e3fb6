import { useChosenUnits } from '~/features/cart/ui/chosen-units.tsx'
import { Button } from '~/ui/button.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Part } from '../layout.rules.ts'
import type { Answer } from '../sewing.rules.ts'
import css from './fabric-planning.module.css'
import { LayoutDrawing } from './layout-drawing.tsx'

/** `answer` is null while measures are missing. */
export function PlannerAnswer({
  answer,
  joined,
  buyable,
}: {
  readonly answer: Answer | null
  readonly joined: boolean
  readonly buyable: boolean
}) {
  const { units, choose } = useChosenUnits()
  const most = useSiteFacts().cart.unitsPerLine
  const wanted = answer?.kind === 'layout' ? answer.layout.units : 0
  const isTaken = buyable && units === wanted
  return (
    <>
      <p role="status" className={css.answer}>
        {answer === null ? '大きさを1〜200cmで入力すると、枚数が出ます。' : answerText(answer, joined, most)}
        {isTaken ? '上の枚数に入れました。' : ''}
      </p>
      {answer?.kind === 'layout' && wanted <= most ? (
        <>
          {buyable ? (
            <Button look="secondary" aria-disabled={isTaken} onClick={() => choose(wanted)}>
              枚数を{wanted}枚にする
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
