import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { uploadNameOf } from '~/features/pictures/rules.ts'
import { mostUploadMegabytes } from '~/features/pictures/texts.ts'
import { preparePdf, UploadProgress, useUpload } from '~/features/pictures/ui/upload.tsx'
import { href } from '~/href.ts'
import { isVisible } from '~/kernel/text.ts'
import { Button } from '~/ui/button.tsx'
import { TextArea, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { OutLink } from '~/ui/out-link.tsx'
import { playerAddress, sizeText, videoIdOf } from '../../recipe.rules.ts'
import { type ExplanationType, explanationTypes } from '../../types.ts'
import { isLoadedHere } from '../../ui/recipe-explanation.tsx'
import { explanationFields, noPdfFile, type RecipeErrors, type TypedRecipe } from '../form.rules.ts'
import { explanationNames, missingTexts, recipeLabels } from '../form.texts.ts'
import css from './recipe-editor.module.css'

interface ExplanationProps {
  readonly start: TypedRecipe
  readonly typed: TypedRecipe
  readonly errors: RecipeErrors
  readonly onBusy: (isBusy: boolean) => void
}

interface Chosen {
  readonly type: ExplanationType
  /** Initial value of its field. */
  readonly text: string
  /** Of the uploaded PDF: what is typed has it no more once another kind was chosen. */
  readonly pdf: Pick<TypedRecipe, 'pdfName' | 'pdfBytes'>
}

const textOf = (typed: TypedRecipe, type: ExplanationType): string =>
  type === 'none' ? '' : typed[explanationFields[type]]

/** How a recipe is explained: choosing another kind clears the field, and 元に戻す restores it (R10). */
export function ExplanationFields({ start, typed, errors, onBusy }: ExplanationProps) {
  const begin = explanationTypes.find((type) => type === start.explanationType) ?? 'none'
  const [chosen, setChosen] = useState<Chosen>({ type: begin, text: textOf(start, begin), pdf: start })
  const [cleared, setCleared] = useState<Chosen | null>(null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each choice, when its field stands in the page
  useEffect(() => {
    if (!isFirst.current) frame.current?.dispatchEvent(new Event('input', { bubbles: true }))
    isFirst.current = false
  }, [chosen])
  // The pressed button goes with its notice.
  const restore = (former: Chosen) => {
    frame.current?.querySelector<HTMLElement>(`[value="${former.type}"]`)?.focus()
    choose(former)
  }
  const choose = (next: Chosen) => {
    const text = textOf(typed, chosen.type)
    setCleared(isVisible(text) ? { type: chosen.type, text, pdf: typed } : null)
    onBusy(false)
    setChosen(next)
  }
  return (
    <fieldset className={css.explanation} ref={frame}>
      <legend className={css.legend}>説明のしかた</legend>
      <div className="row-2">
        {(['video', 'website', 'pdf', 'none'] as const).map((type) => (
          <label key={type} className={css.radio}>
            <input
              type="radio"
              name="explanationType"
              value={type}
              checked={chosen.type === type}
              onChange={() => choose({ type, text: '', pdf: noPdfFile })}
            />
            {explanationNames[type]}
          </label>
        ))}
      </div>
      {cleared === null ? null : (
        <Notice
          announce
          actions={
            <Button look="secondary" onClick={() => restore(cleared)}>
              元に戻す
            </Button>
          }
        >
          「{explanationNames[cleared.type]}」に入力した内容を消しました。
        </Notice>
      )}
      <div key={`${chosen.type} ${chosen.text}`} className={css.explained}>
        <ChosenField {...chosen} typed={typed} errors={errors} onBusy={onBusy} />
      </div>
    </fieldset>
  )
}

function ChosenField({ type, text, pdf, typed, errors, onBusy }: Chosen & Omit<ExplanationProps, 'start'>) {
  if (type === 'video') return <VideoField text={text} typed={typed.youtubeUrl} error={errors.youtubeUrl} />
  if (type === 'website')
    return (
      <TextArea
        label={recipeLabels.websiteExplanation}
        name="websiteExplanation"
        required
        rows={6}
        defaultValue={text}
        error={errors.websiteExplanation}
        hint="くわしい説明のあるページのURLと、その紹介を書いてください。https:// から始まるURLはリンクになります。"
      />
    )
  return type === 'pdf' ? <PdfField text={text} pdf={pdf} error={errors.pdfUrl} onBusy={onBusy} /> : null
}

/** An address that is none of YouTube's is told when the field is left, not while it is typed. */
function VideoField({
  text,
  typed,
  error,
}: {
  readonly text: string
  readonly typed: string
  readonly error: string | undefined
}) {
  const [isLeft, setLeft] = useState(false)
  const isWrong = isVisible(typed) && videoIdOf(typed.normalize('NFKC')) === null
  return (
    <>
      <TextField
        label={recipeLabels.youtubeUrl}
        name="youtubeUrl"
        inputMode="url"
        required
        defaultValue={text}
        error={error}
        ownError={isLeft && isWrong ? missingTexts.youtubeUrl : undefined}
        onBlur={() => setLeft(isWrong)}
        placeholder="https://www.youtube.com/watch?v="
      />
      <VideoPreview address={typed} />
    </>
  )
}

/** By address, or uploaded (R8). */
function PdfField({
  text,
  pdf,
  error,
  onBusy,
}: {
  readonly text: string
  readonly pdf: Chosen['pdf']
  readonly error: string | undefined
  readonly onBusy: (isBusy: boolean) => void
}) {
  const [file, setFile] = useState({ url: text, name: pdf.pdfName, bytes: Number(pdf.pdfBytes) || 0 })
  const input = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const isOwn = uploadNameOf(file.url) !== undefined
  const upload = useUpload({
    path: href('/api/uploads/pdf'),
    prepare: preparePdf,
    onDone: (url, { name, size }) => setFile({ url, name, bytes: size }),
  })
  const { isBusy, state } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onBusy` is another function at each render, and does the same
  useEffect(() => onBusy(isBusy), [isBusy])
  const told = useRef(text)
  useEffect(() => {
    if (told.current === file.url) return
    told.current = file.url
    frame.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [file.url])
  return (
    <div className={css.pdf} ref={frame}>
      {isOwn ? (
        <p className={css.uploaded}>
          <input type="hidden" name="pdfUrl" value={file.url} />
          <input type="hidden" name="pdfName" value={file.name} />
          <input type="hidden" name="pdfBytes" value={file.bytes || ''} />
          <span>
            アップロードしたPDF
            {file.name === '' ? '' : `：${file.name}`}
            {file.bytes === 0 ? '' : `（${sizeText(file.bytes)}）`}
          </span>
          <Button
            look="quiet"
            aria-label="PDFを外す"
            onClick={() => {
              chooser.current?.focus()
              setFile({ url: '', name: '', bytes: 0 })
            }}
          >
            外す
          </Button>
        </p>
      ) : (
        <TextField
          label={recipeLabels.pdfUrl}
          name="pdfUrl"
          inputMode="url"
          required
          defaultValue={file.url}
          error={error}
          placeholder="https://"
        />
      )}
      <div className="row-2">
        <input
          ref={input}
          type="file"
          hidden
          accept="application/pdf"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            currentTarget.value = ''
            if (chosen) upload.start(chosen)
          }}
        />
        <Button ref={chooser} look="secondary" onClick={() => input.current?.click()}>
          {isOwn ? '別のPDFを選ぶ' : 'PDFをアップロードする'}
        </Button>
      </div>
      <UploadProgress upload={upload} label="PDF" />
      {state.status === 'failed' ? <p className="error">{state.text}</p> : null}
      <p className="small">{`PDFは${mostUploadMegabytes}MBまで。`}</p>
    </div>
  )
}

/** The video that was typed, from YouTube only once it is asked for (R7). */
function VideoPreview({ address }: { readonly address: string }) {
  const id = videoIdOf(address.normalize('NFKC'))
  return id === null ? null : <Preview key={id} id={id} />
}

function Preview({ id }: { readonly id: string }) {
  const { pathname } = useLocation()
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.video}>
      {!isShown ? (
        <Button look="secondary" onClick={() => setShown(true)}>
          ▶ 動画を確かめる
        </Button>
      ) : isLoadedHere(pathname) ? (
        <iframe
          className={css.player}
          src={playerAddress(id)}
          title="動画のプレビュー"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // The player refuses pages that send no referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
        />
      ) : (
        // The loaded page's policy allows no player: the still shows whether it is the right video.
        <img
          className={css.player}
          src={`https://i.ytimg.com/vi/${id}/hqdefault.jpg`}
          alt="動画の1コマ"
          width="480"
          height="270"
        />
      )}
      <p className="small">
        確かめるときは、YouTube（外部サイト）に接続します。{' '}
        <OutLink href={`https://www.youtube.com/watch?v=${id}`}>YouTubeで開く</OutLink>
      </p>
    </div>
  )
}
