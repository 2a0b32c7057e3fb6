import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { takenText, undoDays } from '../texts.ts'
import type { FileCounts, FileFacts } from '../view.rules.ts'

interface View {
  readonly file: FileFacts
  readonly counts: FileCounts
  readonly replaces: boolean
  readonly byHand: readonly string[]
  readonly requestId: string
}

interface Answer extends FormAnswer {
  readonly changed?: readonly string[]
}

interface Parts {
  readonly view: View
  readonly answer: Answer | undefined
}

const mostNamed = 50

const namesOf = (numbers: readonly string[]): string =>
  `${numbers.slice(0, mostNamed).join('、')}${numbers.length > mostNamed ? ` ほか${numbers.length - mostNamed}点` : ''}`

export function FileState({ view: { file, counts, byHand } }: Pick<Parts, 'view'>) {
  if (file.state === 'undone')
    return (
      <Notice kind="good" announce>
        <p>元に戻しました（{deskMoment(file.undoneAt ?? 0)}）。</p>
        {byHand.length === 0 ? null : <p>画面などで変わっていたため、戻していない商品：{namesOf(byHand)}</p>}
      </Notice>
    )
  if (file.state !== 'taken') return null
  return (
    <Notice kind="good" announce>
      <p>反映しました（{deskMoment(file.appliedAt ?? 0)}）。</p>
      {counts.waits === 0 ? null : (
        <p>
          <Link to={`${href('/admin/feed')}#prices`}>価格の確認</Link>に、お確かめいただく価格があります。
        </p>
      )}
    </Notice>
  )
}

/** The acts possible now: apply, undo or none. */
export function FileActs(parts: Parts) {
  const { state } = parts.view.file
  if (state === 'looked at') return <Take {...parts} />
  return state === 'taken' ? <Undo {...parts} /> : null
}

function Take({ view: { counts, replaces, requestId }, answer }: Parts) {
  const takenOut = replaces ? counts.left : 0
  if (counts.bad > 0 || counts.new + counts.changed + takenOut === 0) return null
  const changed = answer?.changed ?? []
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="反映できませんでした。"
      sentence={`${takenText({ ...counts, left: takenOut })}を、まとめて反映します。${undoDays}日のあいだ、元に戻せます。`}
      button="この内容にする"
      busy="反映しています…"
    >
      {changed.length === 0 ? null : <Notice kind="error">変わった商品：{namesOf(changed)}</Notice>}
      {answer?.failure === undefined ? null : (
        <SubmitButton
          busy="くらべています…"
          look="secondary"
          name="again"
          value="1"
          failed="くらべられませんでした。"
        >
          いまの商品と、もう一度くらべる
        </SubmitButton>
      )}
      <input type="hidden" name="act" value="take" />
    </DeskForm>
  )
}

function Undo({ view: { byHand, requestId }, answer }: Parts) {
  return (
    <>
      {byHand.length === 0 ? null : (
        <Notice>このあとに画面などで変わったため、元に戻しても変えない商品：{namesOf(byHand)}</Notice>
      )}
      <DeskForm
        requestId={requestId}
        answer={answer}
        failed="元に戻せませんでした。"
        sentence="ファイルで変わった商品を、反映する前の内容に戻します。新しい商品はなくなります。"
        button="元に戻す"
        busy="戻しています…"
        danger
      >
        <input type="hidden" name="act" value="undo" />
      </DeskForm>
    </>
  )
}
