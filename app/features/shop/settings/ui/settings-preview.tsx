import { useEffect, useRef } from 'react'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { DeskForm, EnterSubmits } from '~/ui/desk-form.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { SettingPart } from '../parts.rules.ts'
import type { OtherDays, SettingChange, SettingsPreview, TextChange } from '../preview.rules.ts'
import type { TypedSettings } from '../typed.rules.ts'
import css from './settings.module.css'

/** Preview of changed values and of texts in the cart and the legal notice. */
export function PreviewSheet({
  part,
  preview,
  requestId,
  version,
  drawn,
  seen,
  typed,
  asks,
  errors,
}: {
  readonly part: SettingPart
  readonly preview: SettingsPreview
  readonly requestId: string
  readonly version: number | string
  readonly drawn: string
  readonly seen: string
  readonly typed: TypedSettings
  readonly asks: boolean
  readonly errors: Readonly<Record<string, string>> | undefined
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <DeskForm
      requestId={requestId}
      version={version}
      drawn={drawn}
      failed="設定を変えられませんでした。"
      sentence={
        part === 'accounting'
          ? '次に作る会計ソフトのファイルから、この名前になります。あとから元に戻せます。'
          : 'お店のページとカートに、すぐに出ます。あとから元に戻せます。'
      }
      button="この内容にする"
      busy="変えています…"
    >
      <EnterSubmits intent="save" />
      <input type="hidden" name="seen" value={seen} />
      {Object.entries(typed).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <input type="hidden" name="intent" value="save" />
      <section className={css.section}>
        <h2 ref={heading} tabIndex={-1}>
          変わるところ
        </h2>
        <Changes changes={preview.changes} />
      </section>
      <OtherDaysNotice otherDays={preview.otherDays} />
      <Shipping rows={preview.shipping} />
      <Texts title="カートの最終確認" texts={preview.cart} />
      <Texts title="特定商取引法に基づく表記" texts={preview.legal} />
      <ConfirmAgain asks={asks} errors={errors} />
      <SubmitButton name="intent" value="edit" look="quiet" busy="直す" failed="入力に戻れませんでした。">
        直す
      </SubmitButton>
    </DeskForm>
  )
}

/** Before and after; '' for none. */
export function Changes({ changes }: { readonly changes: readonly SettingChange[] }) {
  return (
    <dl className={css.changes}>
      {changes.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <del>{before || 'なし'}</del> <span aria-hidden="true">→</span> <ins>{after || 'なし'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Sentences of the shop's pages that say another number of days (N80). */
function OtherDaysNotice({ otherDays }: { readonly otherDays: readonly OtherDays[] }) {
  if (otherDays.length === 0) return null
  return (
    <Notice kind="error">
      {otherDays.map(({ label, days, heading, line }) => (
        <p key={`${label} ${line}`}>
          「{label}」は{days}日ですが、お店のページの「{heading}」には、こう書いてあります：「{line}」
        </p>
      ))}
      <p>文も変えるときは、「直す」で戻ってください。</p>
    </Notice>
  )
}

function Shipping({ rows }: { readonly rows: SettingsPreview['shipping'] }) {
  if (rows.length === 0) return null
  return (
    <section className={css.section}>
      <h2>カートの送料</h2>
      <dl className={css.changes}>
        {rows.map(({ subtotal, before, after }) => (
          <div key={subtotal}>
            <dt>小計 {subtotal}</dt>
            <dd>
              <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly TextChange[] }) {
  if (texts.length === 0) return null
  return (
    <section className={css.section}>
      <h2>{title}</h2>
      {texts.map(({ heading, before, after }) => (
        <div key={heading}>
          <h3>{heading}</h3>
          {before
            .filter((line) => !after.includes(line))
            .map((line) => (
              <p key={line}>
                <del>{line}</del>
              </p>
            ))}
          {after.map((line) => (
            <p key={line}>{before.includes(line) ? line : <ins>{line}</ins>}</p>
          ))}
        </div>
      ))}
    </section>
  )
}
