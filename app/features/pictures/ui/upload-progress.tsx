import { Button } from '~/ui/button.tsx'
import css from './picture-field.module.css'
import type { Upload } from './use-upload.ts'

/** How far an upload is, with its way out, or its second try. */
export function UploadProgress({ upload, label }: { readonly upload: Upload; readonly label: string }) {
  const { state, isBusy, cancel, retry } = upload
  const percent = state.status === 'sending' ? state.percent : null
  // What is said aloud changes with the step, not with each percent.
  const step =
    state.status === 'waiting'
      ? '準備しています…'
      : percent === 100
        ? '仕上げています…'
        : percent === null
          ? ''
          : '送信しています…'
  return (
    <>
      <div className={css.progress} hidden={!isBusy}>
        <progress aria-label={`${label}の送信`} max={100} {...(percent === null ? {} : { value: percent })} />
        <span>
          <span role="status">{step}</span>
          {percent !== null && percent < 100 ? <span aria-hidden="true"> {percent}%</span> : null}
        </span>
        <Button look="quiet" aria-label={`${label}の送信をやめる`} onClick={cancel}>
          やめる
        </Button>
      </div>
      {state.status === 'failed' && state.mayRetry ? (
        <div className={css.buttons}>
          <Button look="secondary" aria-label={`もう一度送る（${label}）`} onClick={retry}>
            もう一度送る
          </Button>
          <Button look="quiet" aria-label={`${label}の送信を取り消す`} onClick={cancel}>
            取り消す
          </Button>
        </div>
      ) : null}
    </>
  )
}
