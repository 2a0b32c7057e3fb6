export interface Point {
  readonly x: number
  readonly y: number
}

/** From where and how far to scroll, in CSS px. */
export interface Turn {
  readonly from: Point
  readonly by: Point
}

/** `on` is the element itself or its label; `place` is on the screen, `at` the same from the inner edge of its border. */
export interface FreeSight {
  readonly free: true
  readonly on: 'itself' | 'its label'
  readonly place: Point
  readonly at: Point
  readonly byTouch: boolean
}

/** What a person who wants to press an element sees of it. */
export type Sight =
  | FreeSight
  | {
      readonly free: false
      readonly problem: string
      /** Nothing where no scrolling leads to it. */
      readonly scroll?: Turn
      readonly byTouch: boolean
    }

/** Runs in the page, also in one without scripts: so nothing in it waits for frames. */
export const sightOf = (node: Element): Sight => {
  const byTouch = navigator.maxTouchPoints > 0
  const describe = (element: Element) => {
    const start = /^<[^>]*>/.exec(element.outerHTML)?.[0] ?? ''
    const text = element.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 40)
    return `${start.slice(0, 120)}${text === '' ? '' : `「${text}」`}`
  }
  const middleOf = ({ left, top, width, height }: DOMRect): Point => ({
    x: left + width / 2,
    y: top + height / 2,
  })
  /** A link that goes on in the next line is pressed in its longest piece. */
  const placeOf = (element: Element) => {
    const [largest] = [...element.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)
    return largest !== undefined && largest.width >= 1 && largest.height >= 1 ? middleOf(largest) : undefined
  }
  const isBox = node instanceof HTMLInputElement && /^(checkbox|radio)$/.test(node.type)
  // What a thumb presses of a box is its label, but for links and fields in it.
  const candidates = [...(isBox ? (node.labels ?? []) : []), node].flatMap((element) => {
    const place = placeOf(element)
    if (place === undefined) return []
    const hit = document.elementFromPoint(place.x, place.y)
    const other = hit?.closest('a, button, input, select, textarea, summary')
    const isOther = element !== node && other !== null && other !== undefined && other !== node
    const free = hit !== null && element.contains(hit) && !(isOther && element.contains(other))
    return [{ element, place, hit, free }]
  })
  const free = candidates.find((candidate) => candidate.free)
  if (free !== undefined) {
    const { left, top } = free.element.getBoundingClientRect()
    const { clientLeft, clientTop } = free.element
    return {
      free: true,
      on: free.element === node ? 'itself' : 'its label',
      at: { x: free.place.x - left - clientLeft, y: free.place.y - top - clientTop },
      place: free.place,
      byTouch,
    }
  }

  const [first] = candidates
  if (first === undefined) return { free: false, problem: `${describe(node)} has no size`, byTouch }
  const { element, place, hit } = first
  const root = document.documentElement
  // A middle in the last pixel's second half is rounded out of the screen, where nothing is found.
  const screen = { left: 0, top: 0, right: root.clientWidth, bottom: window.innerHeight - 0.5 }
  type Box = typeof screen
  const isIn = ({ x, y }: Point, box: Box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom
  const common = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  /** How much of `by` an element can be scrolled by a person. */
  const canMove = (scroller: Element, by: Point): Point => {
    const style = getComputedStyle(scroller)
    const upTo = (wish: number, now: number, room: number, overflow: string) => {
      const byPerson = scroller === root ? !/hidden|clip/.test(overflow) : /auto|scroll/.test(overflow)
      return byPerson ? Math.min(Math.max(wish, -now), room - now) : 0
    }
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = scroller
    const down = scroller === root ? scrollHeight - window.innerHeight : scrollHeight - clientHeight
    return {
      x: upTo(by.x, scrollLeft, scrollWidth - clientWidth, style.overflowX),
      y: upTo(by.y, scrollTop, down, style.overflowY),
    }
  }
  const moves = ({ x, y }: Point) => Math.abs(x) >= 1 || Math.abs(y) >= 1
  /** From the innermost to the page: what is fixed is moved by no scroller outside of it. */
  const chain: Element[] = []
  let isFixed = false
  for (let at = element.parentElement; at !== null && !isFixed; at = at.parentElement) {
    isFixed = getComputedStyle(at).position === 'fixed'
    if (
      at !== root &&
      at !== document.body &&
      [1e6, -1e6].some((far) => moves(canMove(at, { x: far, y: far })))
    )
      chain.push(at)
  }
  if (!isFixed && getComputedStyle(element).position !== 'fixed') chain.push(root)
  const boxOf = (scroller: Element): Box => {
    if (scroller === root) return screen
    const { left, top } = scroller.getBoundingClientRect()
    const [x, y] = [left + scroller.clientLeft, top + scroller.clientTop]
    return { left: x, top: y, right: x + scroller.clientWidth, bottom: y + scroller.clientHeight }
  }
  /** Where a wheel or finger in `box` moves this scroller and none within it. */
  const handle = (scroller: Element, box: Box, by: Point): Point => {
    const steps = [0.5, 0.25, 0.75, 0.1, 0.9]
    const places = steps.flatMap((down) =>
      [box.left + 6, (box.left + box.right) / 2, box.right - 6].map((x) => ({
        x,
        y: box.top + (box.bottom - box.top) * down,
      })),
    )
    const moved = (at: Element | null): Element | undefined => {
      for (let one = at; one !== null; one = one.parentElement)
        if (one === root || (one !== document.body && moves(canMove(one, by)))) return one
      return undefined
    }
    const found = places.find(({ x, y }) => moved(document.elementFromPoint(x, y)) === scroller)
    return found ?? { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  }
  /** What stands still over `scroller` while it is scrolled. */
  const isBar = (scroller: Element, hit: Element | null) => {
    if (hit === null || !scroller.contains(hit)) return true
    for (let one: Element | null = hit; one !== null && one !== scroller; one = one.parentElement)
      if (/^(fixed|sticky)$/.test(getComputedStyle(one).position)) return true
    return false
  }
  /** The middle of the highest part of `box` that no bar covers: there a person brings what she wants to press. */
  const freeMiddle = (scroller: Element, box: Box, goal: Point): Point => {
    const x = Math.min(Math.max(goal.x, box.left + 1), box.right - 1)
    let [best, from] = [{ top: box.top, bottom: box.top }, box.top]
    for (let y = box.top + 1; y < box.bottom; y += 4) {
      if (isBar(scroller, document.elementFromPoint(x, y))) from = y + 4
      else if (y - from > best.bottom - best.top) best = { top: from, bottom: y }
    }
    const { top, bottom } = best.bottom > best.top ? best : box
    return { x: (box.left + box.right) / 2, y: (top + bottom) / 2 }
  }
  const scrollOf = (isAway: boolean) => {
    let goal = place
    for (const [at, scroller] of chain.entries()) {
      const box = boxOf(scroller)
      const seen = chain
        .slice(at + 1)
        .reduce((part, outer) => common(part, boxOf(outer)), common(box, screen))
      const isSeen = seen.right - seen.left >= 8 && seen.bottom - seen.top >= 8
      const outside = !isIn(goal, box)
      if ((outside || !isAway) && isSeen) {
        // Only along the side on which it lies outside.
        const to = freeMiddle(scroller, seen, goal)
        const sideways = !isAway || goal.x < box.left || goal.x >= box.right
        const upright = !isAway || goal.y < box.top || goal.y >= box.bottom
        const by = canMove(scroller, { x: sideways ? goal.x - to.x : 0, y: upright ? goal.y - to.y : 0 })
        if (moves(by)) return { from: handle(scroller, seen, by), by }
      }
      if (outside) goal = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    }
    return undefined
  }
  const at = `${Math.round(place.x)}, ${Math.round(place.y)}`
  const isAway = chain.some((scroller) => !isIn(place, boxOf(scroller))) || !isIn(place, screen)
  /** A bar that stays over what is scrolled: a person scrolls what it covers away from under it. */
  const isUnderBar = () => {
    const modal = hit?.closest(':modal') ?? document.body
    if (!modal.contains(element)) return false
    for (let one = hit; one !== null && !one.contains(element); one = one.parentElement)
      if (/^(fixed|sticky)$/.test(getComputedStyle(one).position)) return true
    return false
  }
  const scroll = isAway ? scrollOf(true) : isUnderBar() ? scrollOf(false) : undefined
  const name = describe(element)
  const problem =
    hit === null
      ? `${name} lies outside of the screen, at ${at}, and a person can scroll no further`
      : hit.contains(element)
        ? `${name} cannot be reached at ${at}: it is cut off or lets presses through to ${describe(hit)}`
        : `${name} is covered at ${at} by ${describe(hit)}`
  return { free: false, problem, ...(scroll === undefined ? {} : { scroll }), byTouch }
}

/** For one look after the other: when to scroll, and how. What was scrolled is waited for: a second turn of the wheel would move the next page. */
export const turnsOf = () => {
  let [last, equal, enough] = ['', 0, 2]
  return (seen: Sight): Turn | undefined => {
    const now = JSON.stringify(seen)
    ;[equal, enough] = now === last ? [equal + 1, enough] : [1, 2]
    last = now
    if (seen.free || seen.scroll === undefined || equal < enough) return undefined
    ;[equal, enough] = [0, 40]
    return seen.scroll
  }
}
