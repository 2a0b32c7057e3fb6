import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { shopSettings as defaults } from '#settings'
import { realShopSettings } from '../../tests/support/real-shop-settings.ts'
import { leftOfSample, readShopSettings, settingsOfDemo } from './shop-settings.ts'

let dataDir: string
let file: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-settings-'))
  file = join(dataDir, 'shop.settings.json')
  onTestFinished(() => rm(dataDir, { recursive: true }))
})

const written = async (own: unknown, env: { SHOP_SETTINGS?: string } = {}) => {
  const content = typeof own === 'string' || own instanceof Uint8Array ? own : JSON.stringify(own)
  await writeFile(env.SHOP_SETTINGS ?? file, content)
  return readShopSettings({ DATA_DIR: dataDir, SHOP_SETTINGS: env.SHOP_SETTINGS })
}

const faultsOf = async (own: unknown): Promise<string[]> => {
  const read = await written(own)
  return read.ok ? [] : read.error.map((line) => line.replace(`${file}: `, '').replace(`${file} `, ''))
}

const settingsOf = async (own: unknown) => {
  const read = await written(own)
  if (!read.ok) throw new Error(read.error.join())
  return read.value.settings
}

describe('P13: the owner’s file goes before the defaults', () => {
  test('without one, the defaults stand, and they have no fault', () => {
    expect(readShopSettings({ DATA_DIR: dataDir, SHOP_SETTINGS: undefined })).toEqual({
      ok: true,
      value: { settings: defaults, file, own: {} },
    })
  })

  test('groups are taken deep, lists and empty links whole', async () => {
    const settings = await settingsOf({
      seller: { phone: '045-123-4567', fax: null },
      links: { newsletter: null },
      cart: { shippingBands: [{ below: 5000, fee: 700 }] },
      subscriptions: [],
    })
    expect(settings.seller).toEqual({ ...defaults.seller, phone: '045-123-4567', fax: null })
    expect(settings.links).toEqual({ ...defaults.links, newsletter: null })
    expect(settings.cart).toEqual({ ...defaults.cart, shippingBands: [{ below: 5000, fee: 700 }] })
    expect(settings.subscriptions).toEqual([])
  })

  test('P21, W40: closed days, the cut-off and scales of patterns', async () => {
    const own = {
      closedDays: ['2026-12-30', { from: '2026-12-31', to: '2027-01-04' }],
      cutOff: '14:00',
      patternScales: { 'F-1001': '柄の大きさ 3cm' },
    }
    expect(await settingsOf(own)).toMatchObject(own)
  })

  test('P38: a demo has the sample where the file says nothing; joined: null in it stays', async () => {
    const sample = {
      joined: 'lengthwise',
      patternScales: { A: '柄の大きさ 1cm', B: '柄の大きさ 2cm' },
    } as const
    const inDemo = async (own: unknown) => {
      const read = await written(own)
      if (!read.ok) throw new Error(read.error.join())
      return settingsOfDemo(read.value, sample)
    }
    expect((await inDemo({})).settings).toEqual({ ...defaults, ...sample })
    const own = { joined: null, patternScales: { B: '柄の大きさ 3cm' } }
    const read = await inDemo(own)
    expect(read).toMatchObject({ own, settings: { joined: null } })
    expect(read.settings.patternScales).toEqual({ A: '柄の大きさ 1cm', B: '柄の大きさ 3cm' })
  })

  test('P38: where sample and file do not go together, a demo has the file’s alone', async () => {
    const read = await written({ pageSize: 12 })
    if (!read.ok) throw new Error(read.error.join())
    expect(settingsOfDemo(read.value, { cutOff: '25:99' })).toEqual(read.value)
  })

  test('comments, a last comma and a byte order mark are no faults', async () => {
    const settings = await settingsOf('\uFEFF{\n  // 一覧に並べる数\n  "pageSize": 12,\n}\n')
    expect(settings.pageSize).toBe(12)
  })

  test('SHOP_SETTINGS names another file, which has to be there', async () => {
    const named = join(dataDir, 'mine.json')
    await writeFile(file, '{"pageSize": 12}')
    const read = await written({ pageSize: 24 }, { SHOP_SETTINGS: named })
    expect(read.ok && read.value.settings.pageSize).toBe(24)
    const gone = join(dataDir, 'gone.json')
    expect(readShopSettings({ DATA_DIR: dataDir, SHOP_SETTINGS: gone })).toEqual({
      ok: false,
      error: [`${gone} is what SHOP_SETTINGS names, and there is no such file.`],
    })
  })
})

const band = (below: unknown, fee: unknown) => ({ cart: { shippingBands: [{ below, fee }] } })
const aMillion = 1_000_000

describe('P13: each fault is one sentence that begins with the setting', () => {
  test.each([
    [
      band(4400, -400),
      'cart.shippingBands, entry 1, fee must be a whole number from 0 to 999999, without quotation marks.',
    ],
    [band(4400, 400.5), 'cart.shippingBands, entry 1, fee must be a whole number'],
    [band(4400, '400'), 'cart.shippingBands, entry 1, fee must be a whole number'],
    [band(4400, aMillion), 'cart.shippingBands, entry 1, fee must be a whole number'],
    [band(0, 400), 'cart.shippingBands, entry 1, below must be a whole number from 1'],
    [{ cart: { shippingBands: {} } }, 'cart.shippingBands must be a list in square brackets.'],
    [
      {
        cart: {
          shippingBands: [
            { below: 9000, fee: 400 },
            { below: 9000, fee: 900 },
          ],
        },
      },
      'cart.shippingBands, entry 2, below must be more than the 9000 of the step before it.',
    ],
    [{ cart: { unitsPerLine: 0 } }, 'cart.unitsPerLine must be a whole number from 1 to 99'],
    [{ cart: { kinds: 100 } }, 'cart.kinds must be a whole number from 1 to 99'],
    [{ cart: { freeKits: -1 } }, 'cart.freeKits must be a whole number from 0'],
    [{ invoiceNumber: '1234567890123' }, 'invoiceNumber must be T and 13 digits, or null.'],
    [{ invoiceNumber: 'XT1234567890123' }, 'invoiceNumber must be T and 13 digits, or null.'],
    [{ invoiceNumber: 'T123456789012' }, 'invoiceNumber must be T and 13 digits, or null.'],
    [{ invoiceNumber: 'T12345678901234' }, 'invoiceNumber must be T and 13 digits, or null.'],
    [{ joined: 'widthwise' }, 'joined must be "lengthwise", or null.'],
    [{ closedDays: '2026-12-30' }, 'closedDays must be a list in square brackets.'],
    [{ closedDays: ['12/30'] }, 'closedDays, entry 1, must be a day such as 2026-12-30'],
    [{ closedDays: ['2026-02-30'] }, 'closedDays, entry 1, must be a day such as 2026-12-30'],
    [{ closedDays: [{ from: '2026-12-31', to: '2026-12-30' }] }, 'closedDays, entry 1, must be a day'],
    [{ closedDays: [{ from: '2026-12-31', to: '2028-12-30' }] }, 'closedDays, entry 1, must be a day'],
    [{ closedDays: [{ from: '2026-12-31' }] }, 'closedDays, entry 1, must be a day'],
    [{ closedDays: [{ from: '2026-12-31', to: '2026-12-31', on: 1 }] }, 'closedDays, entry 1, must be a day'],
    [{ closedDays: Array(201).fill('2026-12-30') }, 'closedDays may have at most 200 entries.'],
    [{ cutOff: '2時' }, 'cutOff must be a time such as 09:00.'],
    [
      { patternScales: { 'F-1001': '大きい' } },
      'patternScales.F-1001 must name a size such as 柄の大きさ 3cm.',
    ],
    [{ patternScales: { 'F-1001': 3 } }, 'patternScales.F-1001 must be a text in quotation marks.'],
    [{ pageSize: 'six' }, 'pageSize must be a whole number from 1 to 100, without quotation marks.'],
    [{ pageSize: 0 }, 'pageSize must be a whole number from 1 to 100'],
    [
      { links: { newsletter: 'http://news.shop.jp/' } },
      'links.newsletter must be a link that begins with https://.',
    ],
    [
      { links: { oldWebsite: 'https://localhost/' } },
      'links.oldWebsite must be a link that begins with https://.',
    ],
    [{ seller: { phone: '' } }, 'seller.phone must be a telephone number such as 03-1234-5678.'],
    [{ seller: { postalCode: '1500001' } }, 'seller.postalCode must be a postal code such as 150-0001.'],
    [{ seller: { email: 'shop' } }, 'seller.email must be an e-mail address.'],
    [{ seller: { address: ' ' } }, 'seller.address may not be empty.'],
    [{ seller: { personInCharge: '{name}' } }, 'seller.personInCharge has a brace left over from a pattern.'],
    [{ seller: 'me' }, 'seller must be a group in braces.'],
    [{ name: 5 }, 'name must be a text in quotation marks.'],
    [{ name: null }, 'name must be a text in quotation marks.'],
    [{ hours: { lines: [] } }, 'hours.lines may not be empty.'],
    [
      { hours: { open: [{ days: ['月'], opens: '09:00', closes: '18:00' }] } },
      'hours.open, entry 1, days, entry 1, must be one of Monday',
    ],
    [
      { hours: { open: [{ days: ['Monday'], opens: '19:00', closes: '18:00' }] } },
      'hours.open, entry 1, closes must be later than opens.',
    ],
    [
      { hours: { open: [{ days: ['Monday'], opens: '9:00', closes: '18:00' }] } },
      'hours.open, entry 1, opens must be a time such as 09:00.',
    ],
    [{ terms: { deliveryDays: { from: 5, to: 3 } } }, 'terms.deliveryDays.to may not be less than from.'],
    [{ seler: {} }, 'seler is no setting; did you mean seller?'],
    [{ seller: { eMail: 'a@shop.jp' } }, 'seller.eMail is no setting; did you mean seller.email?'],
    [{ seller: { twitter: '@shop' } }, 'seller.twitter is no setting.'],
  ])('%j', async (own, sentence) => {
    const faults = await faultsOf(own)
    expect(faults).toHaveLength(1)
    expect(faults[0]?.startsWith(sentence), faults[0]).toBe(true)
  })

  test('all of them at once', async () => {
    const faults = await faultsOf({ pageSize: 0, seller: { phone: 'x' }, cart: { kits: 3 } })
    expect(faults).toHaveLength(3)
  })

  test('P12: a subscription’s link too', async () => {
    const [offer] = defaults.subscriptions
    const faults = await faultsOf({ subscriptions: [{ ...offer, link: 'javascript:alert(1)' }] })
    expect(faults).toEqual(['subscriptions, entry 1, link must be a link that begins with https://.'])
    const picture = await faultsOf({
      subscriptions: [{ ...offer, picture: 'https://elsewhere.example/a.jpg' }],
    })
    expect(picture).toEqual([
      'subscriptions, entry 1, picture must be a file of the folder of pictures, such as /Image/monthly.jpg.',
    ])
    expect(await faultsOf({ subscriptions: [{ ...offer, picture: '/Image/a.jpg' }] })).toEqual([])
  })

  test.each([
    ['{\n  "name": "布屋"\n  "pageSize": 6\n}', 'cannot be read: line 3, column 3, comma expected.'],
    ['{ "name": "布屋" ', 'cannot be read: line 1, column 16, close brace expected.'],
    ['', 'cannot be read: line 1, column 1, value expected.'],
    ['[1]', 'must hold one group in braces { }.'],
    [Uint8Array.from([0x7b, 0x22, 0x95, 0x7a, 0x22]), 'is not UTF-8: save it anew in that encoding.'],
  ])('a file that is no such file says where: %j', async (text, sentence) => {
    expect(await faultsOf(text)).toEqual([sentence])
  })

  test('a folder in the file’s place is told as such', async () => {
    await mkdir(file)
    const read = readShopSettings({ DATA_DIR: dataDir, SHOP_SETTINGS: undefined })
    expect(read).toEqual({ ok: false, error: [`${file} cannot be read (EISDIR).`] })
  })
})

describe('P13: what is left of the sample', () => {
  test('is named fact by fact: seller, links and the store of the subscriptions', () => {
    const left = leftOfSample({ settings: defaults, file: 'F' })
    expect(left.map((line) => line.split(' が、')[0])).toEqual([
      'F：seller.legalName',
      'F：seller.personInCharge',
      'F：seller.postalCode',
      'F：seller.address',
      'F：seller.phone',
      'F：seller.fax',
      'F：seller.email',
      'F：links.oldWebsite',
      'F：links.newsletter',
      'F：links.externalStore',
      'F：subscriptions',
    ])
    expect(left[4]).toBe(
      'F：seller.phone が、見本（03-0000-0000）のままです。ご自分のお店のことを書いてください。',
    )
  })

  test('is nothing that the sample has not either', () => {
    const bare = { ...defaults, links: { oldWebsite: null, newsletter: null, externalStore: null } }
    const left = leftOfSample({ settings: bare, file }, bare)
    expect(left.filter((line) => line.includes('links.'))).toEqual([])
  })

  test('is the Latin name beside a Japanese one that is the owner’s', () => {
    const renamed = { ...defaults, name: '糸と布の店' }
    const latinIn = (settings: typeof defaults) =>
      leftOfSample({ settings, file: 'F' }).filter((line) => line.includes('nameInLatin'))
    expect(latinIn(renamed)).toHaveLength(1)
    expect(latinIn({ ...renamed, nameInLatin: 'Ito to Nuno' })).toEqual([])
    expect(latinIn(defaults)).toEqual([])
  })

  test('is nothing once the owner has written hers', async () => {
    expect(leftOfSample({ settings: await settingsOf(realShopSettings), file })).toEqual([])
  })
})
