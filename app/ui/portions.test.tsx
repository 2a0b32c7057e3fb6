import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Portions } from './portions.tsx'

/** As the server renders a page: nothing is sent before all is there. */
const rendered = (list: React.ReactElement): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe } = renderToPipeableStream(list, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => resolve(text(pipe(new PassThrough()))),
    onError: reject,
  })
  return promise
}

/** The html of so many items, and in which turn of the event loop each was drawn. */
const drawn = async (count: number) => {
  let [turn, isOver] = [0, false]
  const nextTurn = () => {
    turn += 1
    if (!isOver) setImmediate(nextTurn)
  }
  nextTurn()
  const turns: number[] = []
  const Item = ({ at }: { readonly at: number }) => {
    turns[at] = turn
    return <li>{`${at},`}</li>
  }
  const items = Array.from({ length: count }, (_, at) => <Item key={at} at={at} />)
  const html = await rendered(
    <ul>
      <Portions>{items}</Portions>
    </ul>,
  )
  isOver = true
  return { html, turns }
}

const all = (count: number) => Array.from({ length: count }, (_, at) => `<li>${at},</li>`)

test('P40 a long list is drawn in portions, between which the process serves others', async () => {
  const { turns } = await drawn(600)
  const together = Map.groupBy(turns, (turn) => turn)
  expect(together.size).toBeGreaterThanOrEqual(12)
  for (const items of together.values()) expect(items.length).toBeLessThanOrEqual(50)
})

test.each([1, 50, 51, 600])(
  'P40 %i items stand in the page in their order, without script',
  async (count) => {
    const { html } = await drawn(count)
    expect(html.match(/<li>[^<]*<\/li>/g)).toEqual(all(count))
    expect(html).not.toMatch(/<(template|script)/)
  },
)

test('P40 a list of a usual length is drawn as it is', async () => {
  expect((await drawn(50)).html).toBe(`<ul>${all(50).join('')}</ul>`)
})
