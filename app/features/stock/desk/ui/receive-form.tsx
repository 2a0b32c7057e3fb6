import { useState } from 'react'
import { boltText, readBolt, type TypedBolt, typedBolts } from '~/features/stock/measures.rules.ts'
import { Button } from '~/ui/button.tsx'
import { SubmitButton, TextField } from '~/ui/form.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import css from './stock.module.css'
import { StockForm, type StockFormProps } from './stock-forms.tsx'

const noBolt = { length: '', width: '', strips: '' }
const firstRows = 2

/** 反物を受け取る: bolts by length and width, with the computed pieces. */
export function ReceiveForm(props: StockFormProps) {
  const { stock, answer } = props
  const own = answer?.act === 'receive' || answer?.act === 'reckon' ? answer : undefined
  const typed = typedBolts((name) => own?.typed[name] ?? '')
  const [rows, setRows] = useState(
    Math.max(firstRows, typed.findLastIndex(({ length }) => length !== '') + 1),
  )
  return (
    <section className={css.section} aria-labelledby="receive">
      <h2 id="receive">{stock.isKit ? 'キットを足す' : '反物を受け取る'}</h2>
      <StockForm act="receive" failed="受け取れませんでした。" {...props}>
        {stock.isKit ? (
          <TextField
            name="units"
            label="点数"
            inputMode="numeric"
            required
            defaultValue={own?.typed.units}
            error={own?.errors?.units}
          />
        ) : (
          Array.from({ length: rows }, (_, at) => (
            <Bolt
              key={at}
              at={at}
              typed={typed[at] ?? noBolt}
              widthCm={stock.widthCm}
              error={own?.errors?.[`length-${at}`]}
            />
          ))
        )}
        <div className="row-3">
          <SubmitButton busy="受け取っています…" name="act" value="receive">
            受け取る
          </SubmitButton>
          {stock.isKit ? null : (
            <>
              {rows < 6 ? (
                <Button look="quiet" onClick={() => setRows(rows + 1)}>
                  反物をもう1本
                </Button>
              ) : null}
              <noscript>
                <button type="submit" name="act" value="reckon">
                  計算する
                </button>
              </noscript>
            </>
          )}
        </div>
      </StockForm>
    </section>
  )
}

function Bolt({
  at,
  typed,
  widthCm,
  error,
}: {
  readonly at: number
  readonly typed: TypedBolt
  readonly widthCm: number | null
  readonly error: string | undefined
}) {
  const { joined } = useSiteFacts()
  const [bolt, setBolt] = useState(typed)
  const read = readBolt(bolt, { joined, widthCm })
  const set = (name: keyof TypedBolt) => (value: string) => setBolt((now) => ({ ...now, [name]: value }))
  return (
    <fieldset className={css.bolt}>
      <legend>{`${at + 1}本目`}</legend>
      <TextField
        name={`length-${at}`}
        label="長さ（m）"
        unmarked
        defaultValue={typed.length}
        error={error}
        onValue={set('length')}
      />
      <TextField
        name={`width-${at}`}
        label="巾（cm）"
        unmarked
        inputMode="numeric"
        defaultValue={typed.width}
        placeholder={widthCm === null ? '' : String(widthCm)}
        onValue={set('width')}
      />
      <TextField
        name={`strips-${at}`}
        label="何本取り"
        unmarked
        inputMode="numeric"
        defaultValue={typed.strips}
        placeholder="自動"
        onValue={set('strips')}
      />
      <p role="status">{bolt.length.trim() === '' || !read.ok ? '' : boltText(read.value, joined)}</p>
    </fieldset>
  )
}
