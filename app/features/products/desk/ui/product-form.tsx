import { type ComponentProps, type ReactNode, useId, useMemo, useState } from 'react'
import { type ChosenFabrics, type ProductChoice, productStates } from '~/features/products/desk/rules.ts'
import { factNames, facts } from '~/features/products/fields.rules.ts'
import { numbersIn } from '~/features/products/numbers.rules.ts'
import { kitLevels, levelName, type ProductType } from '~/features/products/rules.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { ValueFields } from '~/ui/chosen-above.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { useNeighbours } from '~/ui/desk-lists.tsx'
import { BusyForm, TextArea, TextField } from '~/ui/form.tsx'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import type { Done } from '../texts.ts'
import { previewOf, type TypedProduct, typedIn, typedOnScreen } from '../typed.rules.ts'
import { ProductChooser, useNamesOf } from './product-chooser.tsx'
import css from './product-desk.module.css'
import layout from './product-layout.module.css'
import { ProductPhotos } from './product-photos.tsx'
import { ProductPreview } from './product-preview.tsx'

interface Parts {
  readonly typed: TypedProduct
  readonly errors: Readonly<Record<string, string>> | undefined
}

/** All fields of a product except photographs and whether it is on sale; the number of an existing product is fixed. */
function ProductFields({
  typed,
  errors,
  type,
  isNew,
  fabrics,
}: Parts & { readonly type: ProductType; readonly isNew: boolean; readonly fabrics: KitFabrics }) {
  const field = (name: keyof Omit<TypedProduct, 'pictures'>, label: string) => ({
    name,
    label,
    defaultValue: typed[name],
    error: errors?.[name],
  })
  return (
    <>
      {isNew ? (
        <TextField
          {...field('number', '管理番号')}
          required
          hint="空いている次の番号です。変えてもかまいません。"
        />
      ) : (
        <input type="hidden" name="number" value={typed.number} />
      )}
      <TextField {...field('name', '名前')} required />
      <TextField {...field('reading', 'よみ')} hint="ひらがなかカタカナ。五十音順と検索に使います。" />
      {type === 'fabric' ? (
        factNames.map((name) => (
          <TextField key={name} {...field(name, facts[name].name)} hint={facts[name].hint} />
        ))
      ) : (
        <KitFields typed={typed} errors={errors} fabrics={fabrics} />
      )}
      <TextArea {...field('text', '説明')} />
      <TextField {...field('price', '価格（円・税込）')} required inputMode="numeric" />
      {isNew ? (
        <TextField
          {...field('stock', type === 'kit' ? '在庫（点数）' : '在庫')}
          hint={
            type === 'kit'
              ? '空なら、数えずに販売します。'
              : '「7、4」（つづきの枚数）や「3.5m」のように。空なら、数えずに販売します。'
          }
        />
      ) : null}
      {type === 'fabric' ? <PlaceField typed={typed} isNew={isNew} /> : null}
    </>
  )
}

/** A kit's fabrics: names that the page knows, what was found, the text that was sent, and what is told when one is chosen. */
type KitFabrics = Pick<ComponentProps<typeof ProductChooser>, 'known' | 'found' | 'typed' | 'onChoose'>

function KitFields({ typed, errors, fabrics }: Parts & { readonly fabrics: KitFabrics }) {
  const id = useId()
  return (
    <>
      <ValueFields name="level">
        <div className={css.select}>
          <label htmlFor={id}>レベル</label>
          <select id={id} name="level" defaultValue={typed.level}>
            {kitLevels.map((level) => (
              <option key={level} value={level}>
                {levelName(level)}
              </option>
            ))}
          </select>
        </div>
      </ValueFields>
      <TextField
        name="fabricSize"
        label="使う布のサイズ"
        hint="「50cm×50cm 4枚」のように大きさと枚数だけを書くと、カートの布が足りないときにお客様へ案内します。"
        defaultValue={typed.fabricSize}
        error={errors?.fabricSize}
      />
      <ValueFields name="fabricNumbers">
        <ProductChooser
          {...fabrics}
          name="fabricNumbers"
          legend="使う布"
          label="生地の番号か名前でさがす"
          several
          fabrics
          chosen={numbersIn(typed.fabricNumbers)}
          error={errors?.fabricNumbers}
        />
      </ValueFields>
    </>
  )
}

const stateHints = { 公開中: '販売します', 下書き: 'どこにも出ません', 掲載終了: 'お店から下げます' } as const

function State({ typed }: Pick<Parts, 'typed'>) {
  return (
    <fieldset className={css.states}>
      <legend>公開</legend>
      {productStates.map((state) => (
        <label key={state}>
          <input type="radio" name="status" value={state} defaultChecked={typed.status === state} />
          {state}
          <small>{stateHints[state]}</small>
        </label>
      ))}
    </fieldset>
  )
}

function PlaceField({ typed, isNew }: Pick<Parts, 'typed'> & { readonly isNew: boolean }) {
  const id = useId()
  return (
    <div className={css.select}>
      <label htmlFor={id}>一覧での順番</label>
      <select id={id} name="place" defaultValue={typed.place}>
        {isNew ? null : <option value="kept">いまの場所</option>}
        <option value="first">いちばん前</option>
        <option value="last">いちばん後ろ</option>
      </select>
    </div>
  )
}

/** The one after this in the list that she came from, beside the button of a wide page. */
function NextProduct({ to }: { readonly to: string }) {
  return (
    <div className={layout.wide}>
      <ButtonLink look="secondary" to={to}>
        次の商品 →
      </ButtonLink>
    </div>
  )
}

const savedAs = ['created', 'saved', 'held'] as const satisfies readonly Done[]

/**
 * The form of a product, a new one without `version`, with a preview below; `name` is its draft's. From 64rem photographs and preview stand
 * beside the fields, and `beside` below them.
 */
export function ProductForm({
  start,
  name = ['product', start.number],
  type,
  version,
  drawn = '',
  requestId,
  answer,
  known,
  chosen,
  beside,
}: {
  /** Names of the fabrics of a kit. */
  readonly known: readonly ProductChoice[]
  /** The same of what was sent, and what its text found. */
  readonly chosen?: ChosenFabrics | undefined
  readonly start: TypedProduct
  readonly name?: readonly string[]
  readonly type: ProductType
  readonly version?: number
  readonly drawn?: string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
  readonly beside?: ReactNode
}) {
  const [isBusy, setBusy] = useState(false)
  const after = useNeighbours()?.after
  const read = useMemo(() => answer && { ...answer, typed: typedIn(answer.typed) }, [answer])
  const draft = useDeskDraft({
    name,
    typedIn: (form) => typedOnScreen(form, start),
    saved: start,
    base: { requestId, version: String(version ?? ''), drawn, id: '' },
    answer: read,
    savedAs,
  })
  const typed = draft.start
  const [added, setAdded] = useState<readonly ProductChoice[]>([])
  const found = chosen?.found ?? []
  const names = useNamesOf(numbersIn(draft.typed.fabricNumbers), [
    ...known,
    ...(chosen?.known ?? []),
    ...found,
    ...added,
  ])
  return (
    <div className={`stack-3 ${layout.product}`}>
      <BusyForm value={isBusy}>
        <DeskForm
          sticks={version === undefined ? false : 'stored'}
          {...(after === undefined ? {} : { decides: <NextProduct to={after} /> })}
          requestId={requestId}
          answer={answer}
          draft={draft}
          failed="商品を保存できませんでした。"
          button="保存する"
          busy={isBusy ? '写真を送っています…' : '保存しています…'}
        >
          <input type="hidden" name="act" value="save" />
          <input type="hidden" name="type" value={type} />
          <div className={layout.columns}>
            <ValueFields name="status">
              <State typed={typed} />
            </ValueFields>
            <div className={layout.side}>
              <ValueFields name="pictures">
                <ProductPhotos pictures={typed.pictures} error={answer?.errors?.pictures} onBusy={setBusy} />
              </ValueFields>
              <ProductPreview preview={previewOf(draft.typed, type)} fabrics={names} />
              {beside === undefined ? null : <div className={layout.wide}>{beside}</div>}
            </div>
            <div className={layout.fields}>
              <ProductFields
                typed={typed}
                errors={answer?.errors}
                type={type}
                isNew={version === undefined}
                fabrics={{
                  known: names,
                  found,
                  typed: answer?.typed.fabricNumbersSearch,
                  onChoose: (product) => setAdded((before) => [...before, product]),
                }}
              />
            </div>
          </div>
        </DeskForm>
      </BusyForm>
    </div>
  )
}
