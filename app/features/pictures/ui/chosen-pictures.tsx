import { Notice } from '~/ui/notice.tsx'

export interface ChosenPicture {
  /** Of its file. */
  readonly name: string
  /** A sentence: why it was not added. */
  readonly why: string | undefined
  readonly isAdded: boolean
}

/** W66: what became of photographs that were chosen at once, told when each was added or not. */
export function ChosenPictures({ chosen }: { readonly chosen: readonly ChosenPicture[] }) {
  const isOver = chosen.every(({ why, isAdded }) => why !== undefined || isAdded)
  const left = isOver ? chosen.filter(({ why }) => why !== undefined) : []
  const added = isOver ? chosen.length - left.length : 0
  const told = `${added > 0 ? `写真を${added}枚加えました。` : ''}${left.length > 0 ? `${left.length}枚は加えていません。` : ''}`
  return (
    <div role="status" className={left.length === 0 ? 'visually-hidden' : undefined}>
      {left.length === 0 ? (
        told
      ) : (
        <Notice>
          <p>{told}</p>
          <ul>
            {left.map(({ name, why }, at) => (
              <li key={at}>
                {name}：{why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const mostNames = 5

/** W66: photographs beyond `most`, by the names of their files. */
export function TooManyPictures({
  most,
  over,
}: {
  readonly most: number
  readonly over: readonly { readonly name: string }[]
}) {
  if (over.length === 0) return null
  const names = over.slice(0, mostNames).map(({ name }) => name)
  const others = over.length - names.length
  return (
    <p role="alert" className="error">
      写真は{most}枚までです。あとの{over.length}枚は加えていません。（{names.join('、')}
      {others > 0 ? `、ほか${others}枚` : ''}）
    </p>
  )
}
