import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { type Lost, LostNotice } from './lost-notice.tsx'

const told = (lost: Lost, unsure?: string) => {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <LostNotice failed="返金できませんでした。" unsure={unsure} lost={lost} />,
    },
  ])
  return renderToStaticMarkup(<Stub />)
}

test('N162: where money moves and nothing was answered the notice claims nothing, and says so alone where nothing was sent', () => {
  const unsure = '返金できたか、わかりませんでした。'
  const again = 'もう一度押しても、二重にはなりません。'
  for (const lost of ['unanswered', 'failed'] as const) {
    expect(told(lost, unsure), lost).toContain(`${unsure}${again}`)
    expect(told(lost, unsure), lost).not.toContain('返金できませんでした')
    expect(told(lost), lost).not.toContain(again)
    expect(told(lost), lost).toContain('返金できませんでした')
  }
  for (const lost of ['offline', 'early', 'moving', 'out', 'door'] as const) {
    expect(told(lost, unsure), lost).toContain('返金できませんでした')
    expect(told(lost, unsure), lost).not.toContain(unsure)
  }
  expect(told('unanswered', unsure)).toContain('通信エラーが発生しました')
})
