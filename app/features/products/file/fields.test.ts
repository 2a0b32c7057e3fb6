import { expect, test } from 'vitest'
import { toldActs } from '~/brought-by-features.server.ts'
import { press } from '~/features/desk/access/desk-action.server.ts'
import { changesOf } from '~/features/desk/log.rules.ts'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { deskProduct } from '~/features/products/desk/queries.server.ts'
import { newProduct, type TypedProduct, typedOf } from '~/features/products/desk/typed.rules.ts'
import { eachFact, noFacts } from '~/features/products/fabric-facts.rules.ts'
import { factNames, facts, fields, laterFields, shownFacts } from '~/features/products/fields.rules.ts'
import { productOfPage } from '~/features/products/product.queries.server.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { pressForm } from '../../../../tests/support/press-form.ts'
import { applyFile } from './apply.commands.server.ts'
import { previewFile } from './preview.commands.server.ts'
import { productFileText } from './queries.server.ts'
import { cellsIn, rowsOfFile } from './stored-files.queries.server.ts'
import { undoFile } from './undo.commands.server.ts'

/** Each fact with a value that its field takes. */
const one = eachFact((name) => `${facts[name].name}1`)
const two = eachFact((name) => `${facts[name].name}2`)

onBothEngines('what is told of a fabric', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    const save = async (typed: Partial<TypedProduct>) => {
      const stored = await deskProduct(db, 'F-1')
      const base = stored === undefined ? newProduct('F-1', null) : typedOf(stored)
      const { pictures: _, ...sent } = { ...base, name: '帆布', price: '660', ...typed }
      const at = stored === undefined ? {} : { number: stored.number, type: stored.type }
      const form = { ...sent, requestId: ctx.newId(), version: String(stored?.version ?? '') }
      const saved = await pressForm(ctx, owner, press(saveProduct, { at, done: () => 'saved' }), form)
      expect(saved).toEqual({ to: 'saved' })
    }
    const look = async (text: string) => {
      const seen = await previewFile(ctx, owner, { bytes: Buffer.from(text), name: 'a.csv', replaces: false })
      if (!seen.ok) throw new Error(seen.error.texts.join())
      const rows = await rowsOfFile(db, seen.value.id)
      return { id: seen.value.id, rows, kinds: rows.map(({ kind, number }) => `${kind} ${number}`) }
    }
    const take = async (text: string) => {
      const { id } = await look(text)
      const taken = await applyFile(ctx, owner, { requestId: ctx.newId(), id })
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      return id
    }
    const undo = (id: string) => undoFile(ctx, owner, { requestId: ctx.newId(), id })
    const told = async () => (await deskProduct(db, 'F-1'))?.told
    return { db, ctx, save, look, take, undo, told }
  }

  test('N71: is entered at the desk, stands on its page, and in the log by its name', async () => {
    const { db, ctx, save, told } = await start()
    await save({})
    await save(one)
    expect(await told()).toMatchObject(one)
    const page = await productOfPage(db, 'F-1')
    expect(shownFacts(page?.facts ?? noFacts)).toEqual(
      factNames.map((name) => ({ name: facts[name].shown, value: one[name] })),
    )
    const { before, after } = (await auditOf(ctx.db, 'product:F-1')).at(-1) ?? {}
    expect(changesOf(toldActs, { act: 'product.save', before, after })).toEqual(
      factNames.map((name) => ({ name: facts[name].name, before: '', after: one[name] })),
    )
  })

  test('N71: takes 素材 with 「、」, and 素材 or 厚さ without 巾', async () => {
    const { db, save, told, look } = await start()
    await save({ colour: '藍', material: '綿、麻。混', text: 'よい布' })
    expect(await told()).toMatchObject({ colour: '藍', material: '綿、麻。混', width: '', text: 'よい布' })
    expect(await productOfPage(db, 'F-1')).toMatchObject({
      description: '【藍】綿、麻。混。よい布',
      text: 'よい布',
    })
    await save({ material: '', thickness: '厚手、しっかり' })
    expect(await told()).toMatchObject({ thickness: '厚手、しっかり', width: '', text: 'よい布' })
    // A text that looks like facts stays a text beside facts that are told otherwise, and in an untouched file too.
    await save({ text: '綿100%、巾110cm。よい布' })
    expect(await told()).toMatchObject({ material: '', thickness: '厚手、しっかり' })
    expect((await look(await productFileText(db))).kinds).toEqual(['same F-1'])
    await save({ thickness: '' })
    expect(await told()).toMatchObject({ material: '綿100%', width: '110cm', text: 'よい布' })
  })

  test('N72, N46: goes out in a file, is changed by it, and comes back when that is undone', async () => {
    const { db, save, look, take, undo, told } = await start()
    await save({ ...one, text: 'よい布' })
    const text = await productFileText(db)
    for (const name of factNames) expect(text).toContain(one[name])
    expect((await look(text)).kinds).toEqual(['same F-1'])
    const changed = factNames.reduce((file, name) => file.replace(one[name], two[name]), text)
    const id = await take(changed)
    expect(await told()).toMatchObject({ ...two, text: 'よい布' })
    await undo(id)
    expect(await told()).toMatchObject({ ...one, text: 'よい布' })
    // What an undo of before the columns has kept.
    const again = await take(changed)
    const [row] = await rowsOfFile(db, again)
    const { product, ...rest } = JSON.parse(row?.undo ?? '')
    for (const name of [...factNames, 'text', 'factsOf']) delete product[name]
    const kept = JSON.stringify({ ...rest, product })
    await db.updateTable('productFileRow').set({ undo: kept }).where('fileId', '=', again).execute()
    await undo(again)
    const { colour, material, width, thickness } = one
    expect(await told()).toMatchObject({ colour, material, width, thickness, text: 'よい布' })
  })

  test('N72, N45: a file exported before there was a field changes nothing untouched, and keeps the field', async () => {
    const { db, save, look, take, told } = await start()
    const head =
      '管理番号,種類,名前,よみ,色,素材,巾,厚さ,レベル,使う布のサイズ,使う布の番号,説明,価格,公開,順番,写真,版'
    // As the release before the facts had columns has written it.
    const file = `${head}\r\nF-1,生地,帆布,,藍,綿100%,110cm,,,,,説明,660,公開中,-1,,v70d478c456\r\n`
    await save({ colour: '藍', material: '綿100%', width: '110cm', text: '説明' })
    expect(await productFileText(db)).toContain('v70d478c456')
    expect((await look(file)).kinds).toEqual(['same F-1'])
    const later = Object.fromEntries(laterFields.map((name) => [name, `${name}1`]))
    await save(later)
    expect((await look(file)).kinds).toEqual(['same F-1'])
    const [row] = (await look(file.replace(',660,', ',700,'))).rows
    expect(row).toMatchObject({ kind: 'changed' })
    expect(cellsIn(row?.after ?? null)).toMatchObject({ ...later, price: '700' })
    await take(file.replace(',660,', ',700,'))
    expect(await told()).toMatchObject({ ...later, colour: '藍', text: '説明' })
    await save({ name: '麻布' })
    expect((await look(file)).kinds, 'untouched, and changed at the desk').toEqual(['same F-1'])
    expect((await look(file.replace(',660,', ',710,'))).kinds, 'changed on both sides').toEqual(['bad F-1'])
    // With a column left out that was there.
    const short = file.replace(',公開,', ',').replace(',公開中,', ',')
    expect((await look(short)).kinds).toEqual(['same F-1'])
  })

  test('N72: a later column counts where a file has it, and only there', async () => {
    const { db, save, look } = await start()
    const later = Object.fromEntries(laterFields.map((name) => [name, `${name}1`]))
    await save({ material: '綿100%' })
    const empty = await productFileText(db)
    await save(later)
    const touched = empty.replace(',660,', ',700,')
    expect((await look(touched)).kinds, 'filled at the desk, and empty in the file').toEqual(['bad F-1'])
    const [head = '', row = ''] = (await productFileText(db)).split('\r\n')
    const isKept = head
      .split(',')
      .map((heading) => laterFields.every((name) => heading !== fields[name].name))
    const without = [head, row]
      .map((line) =>
        line
          .split(',')
          .filter((_, at) => isKept[at])
          .join(','),
      )
      .join('\r\n')
    await save({ name: '麻布' })
    expect((await look(without)).kinds, 'left out of a file of today').toEqual(['same F-1'])
  })

  test('D51: a file that the former release has compared is taken, with later fields as they are empty there', async () => {
    const { db, look } = await start()
    const { id, rows } = await look('管理番号,名前,価格\nF-1,布,100\n')
    for (const name of laterFields) expect(rows[0]?.after).not.toContain(name)
    expect(cellsIn(rows[0]?.after ?? null)).toMatchObject(
      Object.fromEntries(laterFields.map((name) => [name, ''])),
    )
    expect(await db.selectFrom('productFile').select('id').execute()).toEqual([{ id }])
  })
})
