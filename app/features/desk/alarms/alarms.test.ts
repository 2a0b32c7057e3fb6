// @postgres

import { describe, expect, onTestFinished, test } from 'vitest'
import { alarmSources } from '~/brought-by-features.server.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { Alarm } from '~/server/alarms.ts'
import { noteRestored } from '~/server/backup/restored-shop.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { noteMailServer } from '~/server/mail/mail-server-state.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { smtpTransport } from '~/server/mail/transport.ts'
import { sendDueMails } from '~/server/mail/worker.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { startMailServer } from '../../../../tests/support/mail-server.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { watchAlarms } from './commands.server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const running = new AbortController().signal

onBothEngines('N23: alarms', (open) => {
  /** With a second way that records its calls, and one source of alarms. */
  const start = async () => {
    const said: string[] = []
    let isBroken = false
    let wrong: readonly Alarm[] = []
    let isUnread = false
    let isUrgent = false
    const ctx = contextForTests((await open()).db, {
      alarmWay: {
        tell: async (text) => {
          if (isBroken) return refused('status 500')
          said.push(text)
          return ok(null)
        },
        close: () => {},
      },
    })
    const source = {
      name: 'test',
      read: async () => {
        if (isUnread) throw new Error('away')
        return wrong
      },
    }
    return {
      ctx,
      said,
      watch: () => watchAlarms(ctx, [isUrgent ? { ...source, urgent: true } : source], running),
      makeUrgent: () => {
        isUrgent = true
      },
      urgentMails: () =>
        ctx.db
          .selectFrom('mail')
          .select(['subject', 'text', 'recipient'])
          .where('kind', '=', 'owner_urgent')
          .orderBy('createdAt')
          .orderBy('id')
          .execute(),
      set: (next: readonly Alarm[]) => {
        wrong = next
      },
      break: (next: boolean) => {
        isBroken = next
      },
      hide: (next: boolean) => {
        isUnread = next
      },
      digests: () =>
        ctx.db
          .selectFrom('mail')
          .select(['subject', 'text'])
          .where('kind', '=', 'owner_alarms')
          .orderBy('createdAt')
          .orderBy('id')
          .execute(),
    }
  }
  const disk: Alarm = { key: 'test:disk', text: 'ディスクの空きが少なくなりました' }
  const feed: Alarm = { key: 'test:feed', text: '表を読み込めていません' }

  test('are told once, all new ones in one text with the way to the desk', async () => {
    const { said, set, watch } = await start()
    set([disk, feed])
    await watch()
    await watch()
    expect(said).toEqual([
      expect.stringMatching(
        /：お店の用事があります。\n・ディスク.*\n・表を.*\nhttps:\/\/shop\.example\/gallery\/login\?next=%2Fadmin$/,
      ),
    ])
  })

  test('are told again when they come back, at most once an hour', async () => {
    const { ctx, said, set, watch } = await start()
    for (const pauseMs of [0, 10 * minute, hour]) {
      ctx.advance(pauseMs)
      set([disk])
      await watch()
      set([])
      await watch()
    }
    expect(said).toHaveLength(2)
  })

  test('that come back within the hour and stay are told when it is over', async () => {
    const { ctx, said, set, watch } = await start()
    set([disk])
    await watch()
    set([])
    await watch()
    set([disk])
    ctx.advance(10 * minute)
    await watch()
    expect(said).toHaveLength(1)
    ctx.advance(50 * minute)
    await watch()
    expect(said).toHaveLength(2)
  })

  test('that could not be told are told later, with growing pauses', async () => {
    const { ctx, said, set, watch, break: breakWay } = await start()
    set([disk])
    breakWay(true)
    await watch()
    breakWay(false)
    await watch()
    expect(said).toEqual([])
    ctx.advance(minute)
    await watch()
    expect(said).toHaveLength(1)
  })

  test('of a source that cannot be read stay as they are', async () => {
    const { ctx, said, set, watch, hide } = await start()
    set([disk])
    await watch()
    hide(true)
    ctx.advance(2 * hour)
    await watch()
    hide(false)
    await watch()
    expect(said).toHaveLength(1)
  })

  test('D1: are told by one of two processes', async () => {
    const { said, set, watch } = await start()
    set([disk])
    await Promise.all([watch(), watch()])
    expect(said).toHaveLength(1)
  })

  const begin = async () => {
    const shop = await start()
    shop.makeUrgent()
    shop.set([disk])
    return shop
  }

  test('N26: urgent ones are mailed at once too, once, and so is their end, both ways', async () => {
    const { said, set, watch, urgentMails, ctx } = await begin()
    await watch()
    await watch()
    expect(said).toHaveLength(1)
    expect(await urgentMails()).toMatchObject([
      { subject: expect.stringContaining('至急'), recipient: ctx.ownerEmail },
    ])
    ctx.advance(minute)
    set([])
    await watch()
    await watch()
    expect(said).toEqual([
      expect.stringContaining(disk.text),
      expect.stringMatching(/困りごとが収まりました。\n・収まりました：ディスク/),
    ])
    const mails = await urgentMails()
    expect(mails).toHaveLength(2)
    expect(mails[1]).toMatchObject({ subject: '［お知らせ］困りごとは収まりました' })
  })

  test('N26: the end of others is told by the next morning’s mail alone', async () => {
    const { said, set, watch, urgentMails } = await start()
    set([disk])
    await watch()
    set([])
    await watch()
    expect(said).toHaveLength(1)
    expect(await urgentMails()).toEqual([])
  })

  test('N26: urgent ones that come and go are told both ways at most once an hour', async () => {
    const { ctx, said, set, watch, urgentMails } = await begin()
    for (let count = 0; count < 20; count += 1) {
      set([disk])
      await watch()
      ctx.advance(minute)
      set([])
      await watch()
      ctx.advance(minute)
    }
    expect(said).toHaveLength(2)
    expect(await urgentMails()).toHaveLength(2)
    ctx.advance(20 * minute)
    set([disk])
    await watch()
    expect(said).toHaveLength(3)
    expect(await urgentMails()).toHaveLength(3)
  })

  test('N26: the end is told by the second way later when it failed, and never when the beginning was not', async () => {
    const { ctx, said, set, watch, break: breakWay } = await begin()
    await watch()
    set([])
    breakWay(true)
    await watch()
    breakWay(false)
    ctx.advance(minute)
    await watch()
    expect(said).toHaveLength(2)
    ctx.advance(2 * hour)
    breakWay(true)
    set([disk])
    await watch()
    set([])
    await watch()
    breakWay(false)
    ctx.advance(2 * hour)
    await watch()
    expect(said).toHaveLength(2)
  })

  test('N26: an end that could not be told for a day is told no more', async () => {
    const { ctx, said, set, watch, break: breakWay } = await begin()
    await watch()
    set([])
    breakWay(true)
    await watch()
    breakWay(false)
    ctx.advance(day)
    await watch()
    expect(said).toHaveLength(1)
  })

  test('N26: of two processes one mails, and one tells the end', async () => {
    const { said, set, watch, urgentMails } = await begin()
    await Promise.all([watch(), watch()])
    set([])
    await Promise.all([watch(), watch()])
    expect(said).toHaveLength(2)
    expect(await urgentMails()).toHaveLength(2)
  })

  test('N26: without a second way urgent ones are mailed all the same', async () => {
    const { ctx, urgentMails } = await start()
    const source = { name: 'test', urgent: true, read: async () => [disk] } as const
    await watchAlarms({ ...ctx, alarmWay: null }, [source], running)
    expect(await urgentMails()).toHaveLength(1)
  })

  test('N24: one mail a day at 7:00 in Tokyo tells what is wrong and what is over', async () => {
    const { ctx, set, watch, digests } = await start()
    ctx.setNow(Date.UTC(2026, 3, 1, 21, 59))
    await watch()
    set([disk, feed])
    await watch()
    expect(await digests()).toEqual([])
    ctx.advance(minute)
    await watch()
    await watch()
    ctx.advance(hour)
    set([feed])
    await watch()
    expect(await digests()).toMatchObject([{ subject: '［要確認］困りごと 2件' }])
    ctx.advance(day)
    set([])
    await watch()
    const [, second] = await digests()
    expect(second).toMatchObject({ subject: '［お知らせ］困りごとは収まりました' })
    expect(second?.text).toContain(feed.text)
    ctx.advance(2 * day)
    await watch()
    expect(await digests()).toHaveLength(2)
  })

  test('without a second way the mail still comes', async () => {
    const { ctx, said, set, digests } = await start()
    set([disk])
    await watchAlarms({ ...ctx, alarmWay: null }, [{ name: 'test', read: async () => [disk] }], running)
    expect(await digests()).toHaveLength(1)
    expect(said).toEqual([])
  })

  test('a mail server that is down for 31 minutes: the second way says so, and nothing is lost', async () => {
    const { ctx, said } = await start()
    const server = await startMailServer(onTestFinished)
    const down = smtpTransport('smtp://127.0.0.1:1', 'shop@shop.example')
    const up = smtpTransport(server.url, 'shop@shop.example')
    onTestFinished(() => up.close())
    const watch = () =>
      watchAlarms(
        ctx,
        alarmSources.filter(({ name }) => name === 'mails'),
        running,
      )
    await inTransaction(ctx, (trx) =>
      enqueueMail(ctx, trx, {
        kind: 'order_confirmation',
        subjectKey: 'order-1',
        recipient: 'hanako@mail.example',
        subject: 'ご注文を受け付けました',
        preview: '',
        heading: 'ご注文',
        opening: ['ありがとうございます。'],
        link: null,
        blocks: [],
        closing: [],
        holdsToken: false,
      }),
    )
    for (let passed = 0; passed < 30; passed += 1) {
      await sendDueMails({ ...ctx, mail: down }, running)
      await watch()
      ctx.advance(minute)
    }
    expect(said).toEqual([])
    ctx.advance(minute)
    await watch()
    expect(said).toEqual([expect.stringContaining('メールが1通、30分より長く届いていません')])
    expect(said[0]).not.toContain('hanako')
    ctx.advance(hour)
    await sendDueMails({ ...ctx, mail: up }, running)
    await watch()
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['hanako@mail.example']])
    const open = await ctx.db.selectFrom('alarm').select('key').where('endedAt', 'is', null).execute()
    expect(open).toEqual([])
  })
})

onBothEngines('N65: a mail server that cannot be used', (open) => {
  test('is told by the second way: at once where waiting mends nothing, else after three minutes; and when it is over', async () => {
    const ctx = contextForTests((await open()).db)
    const alarms = async (shop = ctx) => alarmSources.find(({ name }) => name === 'mails')?.read(shop)
    await noteMailServer(ctx, 'port')
    ctx.advance(3 * minute - 1)
    expect(await alarms()).toEqual([])
    ctx.advance(1)
    expect(await alarms()).toEqual([
      {
        key: 'mails:server',
        text: expect.stringMatching(/^お店からメールを送れません。メールサーバーにつながりません。/),
      },
    ])
    await noteMailServer(ctx, null)
    expect(await alarms()).toEqual([])
    await noteMailServer(ctx, 'certificate-name')
    expect(await alarms()).toMatchObject([{ key: 'mails:server' }])
  })
})

onBothEngines('what is watched', (open) => {
  const payment = {
    paymentIntent: 'pi',
    sessionId: 'cs',
    amount: 1_400,
    currency: 'jpy',
    livemode: 1,
    receivedAt: 1,
  }
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    const keys = async (name: string) =>
      (await alarmSources.find((source) => source.name === name)?.read(ctx))?.map(({ key }) => key)
    return { ctx, keys }
  }

  test('a dispute: at once, three days and one day before the answer is due, until it is over', async () => {
    const { ctx, keys } = await start()
    await ctx.db.insertInto('orders').values(orderRowForTests('o')).execute()
    await ctx.db
      .insertInto('payment')
      .values({ ...payment, orderId: 'o', role: 'first' })
      .execute()
    await ctx.db
      .insertInto('dispute')
      .values({
        id: 'dp',
        paymentIntent: 'pi',
        amount: 1_400,
        reason: 'fraudulent',
        status: 'needs_response',
        dueBy: ctx.now() + 9 * day,
        openedAt: 1,
        asOf: 1,
      })
      .execute()
    expect(await keys('money')).toEqual(['money:dispute dp'])
    ctx.advance(6 * day)
    expect(await keys('money')).toEqual(['money:dispute dp', 'money:dispute dp 3'])
    ctx.advance(2 * day)
    expect(await keys('money')).toEqual(['money:dispute dp', 'money:dispute dp 3', 'money:dispute dp 1'])
    await ctx.db.updateTable('dispute').set({ status: 'won' }).execute()
    expect(await keys('money')).toEqual([])
  })

  test('a refund: when nobody knows of it for an hour, until it is taken', async () => {
    const { ctx, keys } = await start()
    await ctx.db.insertInto('orders').values(orderRowForTests('o')).execute()
    await ctx.db
      .insertInto('payment')
      .values({ ...payment, orderId: 'o', role: 'first' })
      .execute()
    const asked = { id: 'r', paymentIntent: 'pi', amount: 400, state: 'asked', via: 'provider' } as const
    await ctx.db
      .insertInto('refund')
      .values({ ...asked, askedAt: ctx.now(), asOf: ctx.now() })
      .execute()
    expect(await keys('money')).toEqual([])
    ctx.advance(hour)
    expect(await keys('money')).toEqual(['money:asked r'])
    await ctx.db.updateTable('refund').set({ state: 'succeeded' }).execute()
    expect(await keys('money')).toEqual([])
  })

  test('money without an order, until it has one', async () => {
    const { ctx, keys } = await start()
    await ctx.db
      .insertInto('payment')
      .values({
        paymentIntent: 'pi',
        orderId: null,
        sessionId: 'cs',
        amount: 1_400,
        currency: 'jpy',
        livemode: 1,
        receivedAt: 1,
        role: 'unmatched',
      })
      .execute()
    expect(await keys('money')).toEqual(['money:payment pi'])
    await ctx.db.insertInto('orders').values(orderRowForTests('o')).execute()
    await ctx.db.updateTable('payment').set({ role: 'first', orderId: 'o' }).execute()
    expect(await keys('money')).toEqual([])
  })

  describe('N27: a payment whose signed event has not come for 15 minutes', () => {
    const paidAndUnsigned = async () => {
      const { ctx, keys } = await start()
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests('o', { state: 'paid', sessionId: 'cs', createdAt: ctx.now() }))
        .execute()
      await ctx.db
        .insertInto('payment')
        .values({ ...payment, orderId: 'o', role: 'first', receivedAt: ctx.now() })
        .execute()
      const event = (sessionId: string | null) =>
        ctx.db
          .insertInto('webhookEvent')
          .values({ id: `e ${sessionId}`, type: 'x', sessionId, receivedAt: ctx.now() })
          .execute()
      return { ctx, keys, event }
    }

    test('is told, until it comes or a day has passed', async () => {
      const { ctx, keys, event } = await paidAndUnsigned()
      ctx.advance(15 * minute - 1)
      expect(await keys('provider')).toEqual([])
      ctx.advance(1)
      expect(await keys('provider')).toEqual(['provider:unsigned'])
      await event(null)
      await event('another')
      expect(await keys('provider')).toEqual(['provider:unsigned'])
      await event('cs')
      expect(await keys('provider')).toEqual([])
      await ctx.db.deleteFrom('webhookEvent').where('sessionId', '=', 'cs').execute()
      ctx.advance(day)
      expect(await keys('provider')).toEqual([])
    })

    test('is none of a demo, nor of practice', async () => {
      const { ctx, keys } = await paidAndUnsigned()
      ctx.advance(15 * minute)
      const source = alarmSources.find(({ name }) => name === 'provider')
      expect(await source?.read({ ...ctx, demo: true })).toEqual([])
      await ctx.db.updateTable('orders').set({ practice: 1 }).execute()
      expect(await keys('provider')).toEqual([])
    })

    test('is none of an order that a restored shop took in', async () => {
      const { ctx, keys } = await paidAndUnsigned()
      ctx.advance(15 * minute)
      const restored = { backupAt: 1, restoredAt: ctx.now(), takenIn: null }
      await noteRestored(ctx.db, restored)
      expect(await keys('provider')).toEqual([])
      await noteRestored(ctx.db, { ...restored, restoredAt: 1 })
      expect(await keys('provider')).toEqual(['provider:unsigned'])
    })
  })

  test('silence of the provider for a day after a payment page was opened', async () => {
    const { ctx, keys } = await start()
    const page = { state: 'pending', sessionId: 'cs', createdAt: ctx.now() } as const
    await ctx.db.insertInto('orders').values(orderRowForTests('o', page)).execute()
    ctx.advance(day - 1)
    expect(await keys('provider')).toEqual([])
    ctx.advance(1)
    expect(await keys('provider')).toEqual(['provider:silent'])
    await ctx.db.updateTable('orders').set({ practice: 1 }).execute()
    expect(await keys('provider')).toEqual([])
    await ctx.db.updateTable('orders').set({ practice: 0 }).execute()
    const event = { id: 'e', type: 'x', sessionId: null, receivedAt: ctx.now() }
    await ctx.db.insertInto('webhookEvent').values(event).execute()
    expect(await keys('provider')).toEqual([])
  })

  test('the list that is not read for six hours, and for a day', async () => {
    const { ctx, keys } = await start()
    const row = {
      id: 'feed',
      active: 1,
      urlHash: 'x',
      etag: null,
      lastModified: null,
      lastAttemptAt: ctx.now(),
      lastSuccessAt: ctx.now(),
      lastError: 'status 500',
      failures: 3,
      shortSince: null,
      nothingSince: null,
      badSince: ctx.now(),
      itemCount: 1,
    }
    await ctx.db.insertInto('feedImport').values(row).execute()
    ctx.advance(6 * hour - 1)
    expect(await keys('feed')).toEqual([])
    ctx.advance(1)
    expect(await keys('feed')).toEqual(['feed:bad'])
    ctx.advance(18 * hour + 1)
    expect(await keys('feed')).toEqual(['feed:bad', 'feed:too-old'])
  })

  test('the disk of the data', async () => {
    const { ctx } = await start()
    const source = alarmSources.find(({ name }) => name === 'disk')
    const free = (bytes: number) =>
      source?.read({ ...ctx, uploadFiles: { ...ctx.uploadFiles, freeBytes: async () => bytes } })
    expect(await free(1_073_741_823)).toMatchObject([{ key: 'disk:low' }])
    expect(await free(1_073_741_824)).toEqual([])
  })
})
