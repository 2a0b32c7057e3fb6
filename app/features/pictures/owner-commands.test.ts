import { expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { ownerWords } from '../../../tests/support/owner-words.ts'
import { noteProductPictures } from './sources.commands.server.ts'
import { picturesUsage } from './texts.ts'

const picturesCommand = ownerWords('pictures')

const address = 'https://pictures.example/a.jpg'

onBothEngines('npm run pictures', (open) => {
  test('P34: tells how far they are, and has one or all that failed tried again', async () => {
    const ctx = contextForTests((await open()).db)
    const run = async (...words: string[]) => {
      const { lines, exitCode } = await picturesCommand(ctx, words)
      return [exitCode, lines[0]]
    }
    expect(await run('again')).toEqual([0, '読み込めなかった写真はありません。'])
    await noteProductPictures(ctx, [[{ address, shownBy: '管理番号 F-1' }]])
    expect(await run('status')).toEqual([
      0,
      '商品の写真：1枚のうち0枚を、お店の写しで表示しています（これから読み込む写真 1枚）。',
    ])
    const failed = { failure: 'unreachable', nextTryAt: ctx.now() + 9 }
    await ctx.db.updateTable('pictureSource').set(failed).execute()
    expect(await run('again')).toEqual([0, '1枚の写真を、お店を開いている間にもう一度読み込みます。'])
    expect(await run('again', address)).toEqual([
      0,
      '1枚の写真を、お店を開いている間にもう一度読み込みます。',
    ])
    expect(await ctx.db.selectFrom('pictureSource').select('nextTryAt').execute()).toEqual([
      { nextTryAt: ctx.now() },
    ])
    expect(await run('again', 'https://pictures.example/other.jpg')).toEqual([
      2,
      'このアドレスの写真を使っている商品はありません。',
    ])
  })

  test.each([[], ['status', 'x'], ['again', address, 'x'], ['now']])(
    'what is not understood is answered with how it is used: %j',
    async (...words) => {
      const ctx = contextForTests((await open()).db)
      expect(await picturesCommand(ctx, words)).toMatchObject({ exitCode: 2, lines: picturesUsage })
    },
  )
})
