import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Icon } from '~/ui/icon.tsx'
import {
  type Box,
  largestScale,
  moved,
  type Point,
  pinched,
  wholePicture,
  type Zoom,
  zoomByKey,
  zoomed,
} from '../zoom.rules.ts'
import css from './enlarged-picture.module.css'

/** The picture over the whole screen, to be zoomed. */
export function EnlargedPicture({
  src,
  alt,
  open,
  onClose,
}: {
  readonly src: string
  readonly alt: string
  readonly open: boolean
  readonly onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} heading={alt} look="full">
      <ZoomStage key={src} src={src} alt={alt} />
    </Dialog>
  )
}

function ZoomStage({ src, alt }: { readonly src: string; readonly alt: string }) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const [zoom, setZoom] = useState(wholePicture)
  const change = (next: (before: Zoom, box: Stage) => Zoom | undefined) => {
    const box = measured(stage.current, image.current)
    if (box !== undefined) setZoom((before) => next(before, box) ?? before)
  }
  useEffect(() => {
    if (image.current !== null)
      image.current.style.transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`
  }, [zoom])
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    // The enclosing dialog opens later and focuses this element.
    element.setAttribute('autofocus', '')
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const box = measured(element, image.current)
      if (box === undefined) return
      setZoom((before) => zoomed(before, Math.exp(-event.deltaY / 400), fromMiddle(event, box), box))
    }
    // React's own wheel listener is passive and cannot stop the page from scrolling.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [])

  const press = (event: KeyboardEvent) => {
    const box = measured(stage.current, image.current)
    const next = box && zoomByKey(zoom, event.key, box)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setZoom(next)
  }
  const touch = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (before === undefined) return
    const after = { x: event.clientX, y: event.clientY }
    const [other] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
    fingers.current.set(event.pointerId, after)
    change((zoom, box) => {
      if (other === undefined) return moved(zoom, { x: after.x - before.x, y: after.y - before.y }, box)
      const at = (x: number, y: number) => fromMiddle({ clientX: x, clientY: y }, box)
      const still = at(other.x, other.y)
      return pinched(zoom, [at(before.x, before.y), still], [at(after.x, after.y), still], box)
    })
  }
  const lift = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId)
  const byButton = (key: string) => () => change((before, box) => zoomByKey(before, key, box))

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend where the group's name says it all */}
      <div
        ref={stage}
        role="group"
        aria-label="写真の拡大。プラスとマイナスのキーで大きさを、矢印のキーで場所を変えられます。"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys act here
        tabIndex={0}
        className={css.stage}
        onKeyDown={press}
        onPointerDown={touch}
        onPointerMove={drag}
        onPointerUp={lift}
        onPointerCancel={lift}
        onDoubleClick={byButton(zoom.scale > 1 ? '0' : '+')}
      >
        <img ref={image} src={src} alt={alt} draggable={false} />
      </div>
      <div className={css.zoomButtons}>
        <Button look="icon" aria-label="縮小" aria-disabled={zoom.scale === 1} onClick={byButton('-')}>
          <Icon name="minus" size={20} />
        </Button>
        <output className={css.scale}>{Math.round(zoom.scale * 100)}%</output>
        <Button
          look="icon"
          aria-label="拡大"
          aria-disabled={zoom.scale >= largestScale}
          onClick={byButton('+')}
        >
          <Icon name="plus" size={20} />
        </Button>
        <Button look="quiet" aria-disabled={zoom.scale === 1} onClick={byButton('0')}>
          全体を見る
        </Button>
      </div>
    </>
  )
}

interface Stage extends Box {
  readonly left: number
  readonly top: number
}

const measured = (stage: Element | null, image: HTMLImageElement | null): Stage | undefined => {
  if (stage === null || image === null) return undefined
  const { left, top, width, height } = stage.getBoundingClientRect()
  const { naturalWidth, naturalHeight } = image
  const ratio = naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : undefined
  return { left, top, width, height, ratio }
}

const fromMiddle = (
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  { left, top, width, height }: Stage,
): Point => ({ x: clientX - left - width / 2, y: clientY - top - height / 2 })
