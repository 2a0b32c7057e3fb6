import { useEffect, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { digestOf, movedItem } from '~/kernel/list-order.ts'
import { useDragOrder } from './drag-order.ts'
import { useIsUnderWay, useLostHere } from './form-card.tsx'
import { LostNotice } from './lost-notice.tsx'
import { useHasScript } from './use-has-script.ts'

/**
 * A list in an order of its owner's (N139). A drag sends what was moved, its place and the list's version to the page's own action, as
 * the arrows send theirs; until that is answered the row stands where it was let go, and goes back when it was refused. `offset` rows stand before these.
 */
export const useOrder = ({
  ids,
  offset = 0,
  idName = 'id',
  version,
  requestId,
  fields = {},
  action,
  replace = false,
  nameOf,
  failed,
}: {
  readonly ids: readonly string[]
  readonly offset?: number
  /** The field that names what is moved. */
  readonly idName?: string
  readonly version: string
  readonly requestId: string
  readonly fields?: Readonly<Record<string, string>>
  /** Where it is sent, if not to the page's own address. */
  readonly action?: string
  readonly replace?: boolean
  /** Where what is moved goes by its name too, for what is said of it once it is gone. */
  readonly nameOf?: (id: string) => string
  /** What did not happen where a press was lost. */
  readonly failed: string
}) => {
  const hasScript = useHasScript()
  const submit = useSubmit()
  const { formData, state } = useNavigation()
  const isSubmitting = state === 'submitting'
  const isUnderWay = useIsUnderWay()
  const { lost, press } = useLostHere()
  const sent = `${requestId} drag `
  const dropped = String(formData?.get('requestId') ?? '').startsWith(sent)
    ? { id: String(formData?.get(idName)), place: Number(formData?.get('way')) - offset }
    : null
  // What is let go meanwhile goes back to its place, and says so until the next press leaves (N159).
  const [isTooEarly, setTooEarly] = useState(false)
  useEffect(() => {
    if (isSubmitting) setTooEarly(false)
  }, [isSubmitting])
  const drag = useDragOrder((from, to) => {
    const id = ids[from]
    if (id === undefined) return
    setTooEarly(isUnderWay)
    if (!press(!isUnderWay)) return
    const place = String(offset + to + 1)
    void submit(
      {
        ...fields,
        ...(nameOf === undefined ? {} : { name: nameOf(id) }),
        ...{ [idName]: id, way: place, version, requestId: `${sent}${digestOf(id)} ${place}` },
      },
      { method: 'post', preventScrollReset: true, replace, ...(action === undefined ? {} : { action }) },
    )
  })
  return {
    shown: dropped === null ? ids : movedItem(ids, dropped.id, dropped.place),
    /** The handle of a row; none without script, and where there is nothing to put in order. */
    handle: (name: string) => (hasScript && ids.length > 1 ? <span {...drag.grip(name)}>⠿</span> : null),
    /** What a drag says; stands once beside the list. */
    told: (
      <>
        <p className="visually-hidden" role="status">
          {drag.said}
        </p>
        <LostNotice failed={failed} lost={isTooEarly ? 'dropped' : lost} />
      </>
    ),
  }
}
