import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setBlock } from '~/features/accounts/blocks/commands.server.ts'
import {
  addPasskey,
  beginPasskey,
  beginSignIn,
  removePasskey,
  signInByPasskey,
} from '~/features/accounts/passkeys/commands.server.ts'
import {
  passAdminGate,
  register,
  sendWelcomeEmail,
  signIn,
  signOut,
} from '~/features/accounts/sign-in.commands.server.ts'
import { deleteComment, postComment } from '~/features/comments/commands.server.ts'
import {
  acceptInvitation,
  confirmAgain,
  enterDesk,
  noteBackupCodes,
} from '~/features/desk/access/door.commands.server.ts'
import { issueReceipt, printReceipt } from '~/features/orders/receipt/commands.server.ts'
import { uploadPdf, uploadPicture } from '~/features/pictures/commands.server.ts'
import { setReaction } from '~/features/reactions/commands.server.ts'
import { deleteRecipe, postRecipe, saveRecipe } from '~/features/recipes/posting.commands.server.ts'
import { shareCard } from '~/features/recipes/recipe.commands.server.ts'
import type { RecipeInput } from '~/features/recipes/types.ts'
import { reportThing } from '~/features/reports/commands.server.ts'
import { answerRestock, askForRestock } from '~/features/stock/restock/commands.server.ts'
import { type DeskPerson, memberId, type Requester } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { memberOfSession } from '~/server/auth/sessions.ts'
import { type AppDatabase, openDatabase } from '~/server/database/open-database.ts'
import {
  confirmByLink,
  deleteAccount,
  endOwnSessions,
  requestEmailChange,
  sendVerificationAgain,
} from '../app/features/accounts/commands.server.ts'
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from '../app/features/accounts/password.commands.server.ts'
import { saveProfile } from '../app/features/accounts/profile/commands.server.ts'
import { deleteItem, moveCuratedItem, saveItem } from '../app/features/recipes/curation/commands.server.ts'
import { memberForTests, withPlainPasswords } from './support/account-for-tests.ts'
import { readSources, sourceFile } from './support/architecture/source-file.ts'
import { contextForTests } from './support/database-for-tests.ts'
import { sqlitePlaces } from './support/database-places.ts'
import { deskPersonForTests } from './support/desk-person-for-tests.ts'
import { addMember } from './support/member-for-tests.ts'
import { addRecipe } from './support/recipe-for-tests.ts'
import { commandsOfRequests, exportedCommands } from './support/request-commands.ts'

/** Who asks; what is tried is always done to Hanako, or by whoever asks. */
const people = [
  'anonymous',
  'curator',
  'Hanako',
  'another member',
  'one without posting',
  'one without comments',
  'one whom Hanako blocks',
  'one who is suspended',
  'an admin',
  'desk owner',
  'desk packer',
] as const
type Who = (typeof people)[number]
const members: readonly Who[] = [
  'Hanako',
  'another member',
  'one without posting',
  'one without comments',
  'one whom Hanako blocks',
  'an admin',
]
/** A suspended one has no session that opens anything. */
const strangers: readonly Who[] = ['anonymous', 'curator', 'one who is suspended']
const curationEditors: readonly Who[] = ['curator', 'an admin', 'desk owner']
const deskPeople: readonly Who[] = ['desk owner', 'desk packer']
const shopOwners: readonly Who[] = ['desk owner']

interface Command {
  readonly name: string
  /** Who is not refused for being signed in or out. */
  readonly allowed: readonly Who[]
  /** Who may change Hanako's data with it; by default only herself. */
  readonly reachesHanako?: readonly Who[]
  readonly run: (ctx: AppContext, actor: Requester) => Promise<unknown>
}

const browser = { userAgent: '', known: undefined }
const nobodysToken = 'x'.repeat(32)
const profile = {
  displayName: '書きかえ',
  photoURL: '',
  bio: '書きかえ',
  authorSNS: { instagram: '', twitter: '', youtube: '', tiktok: '', website: '' },
  hometown: '',
  favoriteFood: '',
  cookingStyle: '',
  interests: [],
  personalStory: '',
}

const recipe: RecipeInput = {
  title: '書きかえ',
  description: '書きかえ',
  ingredients: [],
  ties: [],
  steps: [],
  affiliateProducts: [],
  tags: [],
  cookingTime: '1hour',
  difficulty: '初級',
  explanationType: 'none',
  youtubeUrl: '',
  websiteExplanation: '',
  pdfUrl: '',
  mainImageUrl: '',
  moreImages: [],
}
const hers = 'work-of-hanako'
const comment = 'comment-of-hanako'
const item = { list: 'keywords', id: 'bag' } as const

/** A command of the desk, which nobody else can even ask for. */
const atDesk =
  (run: (ctx: AppContext, actor: DeskPerson) => Promise<unknown>): Command['run'] =>
  async (ctx, actor) =>
    actor.kind === 'desk' ? run(ctx, actor) : { error: 'not-found' }

const doorProof = { code: '000000', password: '', passkey: '', newPasskey: '' }
const ofTheDesk: readonly Command[] = [
  {
    name: 'enterDesk',
    allowed: [],
    run: (ctx, actor) => enterDesk(ctx, actor, doorProof, { cookie: null, userAgent: '' }),
  },
  {
    name: 'noteBackupCodes',
    allowed: [],
    run: (ctx, actor) => noteBackupCodes(ctx, actor, { cookie: null }),
  },
  { name: 'acceptInvitation', allowed: [], run: (ctx, actor) => acceptInvitation(ctx, actor, nobodysToken) },
  {
    name: 'confirmAgain',
    allowed: deskPeople,
    run: atDesk((ctx, actor) => confirmAgain(ctx, actor, new FormData())),
  },
]
const deskCommands = ofTheDesk.map((command) => ({ ...command, reachesHanako: [] }))

const commands: readonly Command[] = [
  ...deskCommands,
  {
    name: 'postRecipe',
    allowed: members,
    reachesHanako: [],
    run: (ctx, actor) => postRecipe(ctx, actor, { id: hers, content: recipe }),
  },
  {
    name: 'saveRecipe',
    allowed: members,
    run: (ctx, actor) => saveRecipe(ctx, actor, { id: hers, content: recipe, basedOn: 1 }),
  },
  {
    name: 'setReaction',
    allowed: members,
    // Everybody's likes are counted on a member's recipe, but for those of whom she blocks (R59).
    reachesHanako: members.filter((who) => who !== 'one whom Hanako blocks'),
    run: (ctx, actor) => setReaction(ctx, actor, { kind: 'like', recipe: hers, on: true }),
  },
  { name: 'deleteRecipe', allowed: members, run: (ctx, actor) => deleteRecipe(ctx, actor, hers) },
  {
    name: 'postComment',
    allowed: members,
    reachesHanako: [],
    run: (ctx, actor) => postComment(ctx, actor, { id: comment, recipe: hers, typed: '書きかえ' }),
  },
  {
    name: 'reportThing',
    // Hanako is refused because it is her own.
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) =>
      reportThing(ctx, actor, {
        ...{ kind: 'recipe', id: hers, reason: 'other', words: '', email: null, userAgent: '' },
      }),
  },
  {
    name: 'deleteComment',
    allowed: members,
    run: (ctx, actor) => deleteComment(ctx, actor, { id: comment, recipe: hers }),
  },
  {
    name: 'beginPasskey',
    allowed: members,
    reachesHanako: [],
    run: (ctx, actor) => beginPasskey(ctx, actor, { label: 'x', password: 'present-1' }),
  },
  {
    name: 'addPasskey',
    allowed: members,
    reachesHanako: [],
    run: (ctx, actor) => addPasskey(ctx, actor, { label: 'x', answer: '{}' }),
  },
  {
    name: 'removePasskey',
    allowed: members,
    run: (ctx, actor) => removePasskey(ctx, actor, 'passkey of hanako'),
  },
  {
    name: 'beginSignIn',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => beginSignIn(ctx, actor),
  },
  {
    name: 'signInByPasskey',
    allowed: strangers,
    reachesHanako: [],
    run: (ctx, actor) => signInByPasskey(ctx, actor, '{}', browser),
  },
  {
    name: 'setBlock',
    allowed: members,
    reachesHanako: [],
    run: (ctx, actor) => setBlock(ctx, actor, { member: 'hanako', on: true }),
  },
  {
    name: 'setBlock of a third',
    allowed: members,
    run: (ctx, actor) => setBlock(ctx, actor, { member: 'third', on: false }),
  },
  {
    name: 'saveProfile',
    allowed: members,
    run: (ctx, actor) => saveProfile(ctx, actor, { profile, basedOn: 0 }),
  },
  {
    name: 'requestEmailChange',
    allowed: members,
    run: (ctx, actor) =>
      requestEmailChange(ctx, actor, { password: 'present-1', newEmail: 'new@mail.example' }),
  },
  {
    name: 'changePassword',
    allowed: members,
    run: (ctx, actor) => changePassword(ctx, actor, { current: 'present-1', next: 'another-good-one' }),
  },
  {
    name: 'deleteAccount',
    allowed: members,
    run: (ctx, actor) => deleteAccount(ctx, actor, { password: 'present-1' }),
  },
  {
    name: 'sendVerificationAgain',
    allowed: members,
    run: (ctx, actor) => sendVerificationAgain(ctx, actor),
  },
  {
    name: 'endOwnSessions',
    allowed: members,
    run: (ctx, actor) => endOwnSessions(ctx, actor, { only: 'session of hanako' }),
  },
  { name: 'signOut', allowed: people, run: (ctx, actor) => signOut(ctx, actor) },
  {
    name: 'sendWelcomeEmail',
    allowed: people,
    run: (ctx, actor) => sendWelcomeEmail(ctx, actor, { email: 'hanako@mail.example' }),
  },
  {
    name: 'register',
    allowed: strangers,
    reachesHanako: [],
    run: (ctx, actor) =>
      register(ctx, actor, { name: '新', email: 'hanako@mail.example', password: 'a-good-guess' }, browser),
  },
  {
    name: 'signIn',
    allowed: strangers,
    reachesHanako: [],
    run: (ctx, actor) =>
      signIn(ctx, actor, { email: 'hanako@mail.example', password: 'a-good-guess' }, browser),
  },
  {
    name: 'requestPasswordReset',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => requestPasswordReset(ctx, actor, 'nobody@mail.example', browser),
  },
  {
    name: 'resetPassword',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => resetPassword(ctx, actor, { token: nobodysToken, password: 'a-good-one' }, browser),
  },
  {
    name: 'confirmByLink',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => confirmByLink(ctx, actor, { purpose: 'revert', token: nobodysToken, password: '' }),
  },
  {
    name: 'askForRestock',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => askForRestock(ctx, actor, { number: 'F-1', email: 'hanako@mail.example' }),
  },
  {
    name: 'answerRestock',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => answerRestock(ctx, actor, { token: nobodysToken, act: 'stop' }),
  },
  {
    name: 'passAdminGate',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => passAdminGate(ctx, actor, 'a guess'),
  },
  {
    name: 'uploadPicture',
    allowed: members,
    reachesHanako: [],
    run: (ctx, actor) => uploadPicture(ctx, actor, { bytes: new Uint8Array(), purpose: 'recipe' }),
  },
  {
    name: 'uploadPicture for the gallery’s home',
    allowed: curationEditors,
    reachesHanako: [],
    run: (ctx, actor) => uploadPicture(ctx, actor, { bytes: new Uint8Array(), purpose: 'curated' }),
  },
  {
    name: 'uploadPicture for a product',
    allowed: shopOwners,
    reachesHanako: [],
    run: (ctx, actor) => uploadPicture(ctx, actor, { bytes: new Uint8Array(), purpose: 'product' }),
  },
  {
    name: 'saveItem',
    allowed: curationEditors,
    reachesHanako: [],
    run: (ctx, actor) =>
      saveItem(ctx, actor, {
        ...item,
        isNew: false,
        basedOn: 0,
        content: { name: '書きかえ', image: '', tags: [] },
        place: 1,
      }),
  },
  {
    name: 'moveCuratedItem',
    allowed: curationEditors,
    reachesHanako: [],
    run: (ctx, actor) => moveCuratedItem(ctx, actor, { ...item, by: 1 }),
  },
  {
    name: 'deleteItem',
    allowed: curationEditors,
    reachesHanako: [],
    run: (ctx, actor) => deleteItem(ctx, actor, { ...item, basedOn: -1 }),
  },
  {
    name: 'uploadPdf',
    allowed: members,
    reachesHanako: [],
    run: (ctx, actor) => uploadPdf(ctx, actor, new Uint8Array()),
  },
  {
    name: 'issueReceipt',
    allowed: [],
    reachesHanako: [],
    run: (ctx, actor) => issueReceipt(ctx, actor, { token: nobodysToken, refundId: '', nameLine: '' }),
  },
  {
    name: 'printReceipt',
    allowed: [],
    reachesHanako: [],
    run: (ctx, actor) => printReceipt(ctx, actor, { token: nobodysToken, number: 1, revision: 1 }),
  },
  {
    name: 'shareCard',
    allowed: people,
    reachesHanako: [],
    run: (ctx, actor) => shareCard(ctx, actor, hers),
  },
]

/** Runs for nobody in particular: whoever shops, and the provider, whose events are signed. */
const withoutPerson = [
  'bookSales',
  'ownOpenPage',
  'recordPayment',
  'refreshDispute',
  'refreshRefunds',
  'retryFeed',
  'startCheckout',
]

const sources = readSources(fileURLToPath(new URL('..', import.meta.url)))

test('ASVS 8.2.1: every command that an address can run is in the table, or takes who is at the desk', () => {
  const exported = exportedCommands(sources)
  const inTable = commands.map(({ name }) => name.split(' ')[0])
  const left = commandsOfRequests(sources).filter((name) => {
    const command = exported.find((each) => each.name === name)
    return command !== undefined && !inTable.includes(name) && !command.takes.includes('DeskActor')
  })
  expect(left).toEqual(withoutPerson)
})

test('a page, a file of its own or a feature that brings a command is found with it', () => {
  const command = 'app/features/hats/try.commands.server.ts'
  const files = (page: string, ...others: readonly (readonly [string, string])[]) =>
    [['app/routes/hats.tsx', page], [command, 'export const tryOn = () => 1'], ...others].map(
      ([path = '', text = '']) => sourceFile(path, text),
    )
  const given = `import { type Hat, tryOn } from '~/features/hats/try.commands.server.ts'`
  expect(commandsOfRequests(files(given))).toEqual(['tryOn'])
  expect(
    commandsOfRequests(
      files(`import { act } from '~/features/hats/act.server.ts'`, [
        'app/features/hats/act.server.ts',
        given,
      ]),
    ),
  ).toEqual(['tryOn'])
  for (const path of ['app/features/hats/jobs.server.ts', 'app/features/hats/feature.server.ts'])
    expect(commandsOfRequests(files(`import { x } from '~/${path.slice(4)}'`, [path, given]))).toEqual([])
  expect(
    commandsOfRequests(files(`import type { tryOn } from '~/features/hats/try.commands.server.ts'`)),
  ).toEqual([])
})

test.each([
  'export const wear = async (ctx: AppContext, actor: DeskActor) => 1',
  'export const wear =\n  (\n    ctx: AppContext,\n    { who }: { readonly who: DeskActor },\n  ): Promise<void> =>\n    run(ctx)',
  'export async function wear(ctx: AppContext, actor: DeskActor) {}',
  'export const wear = function (actor: DeskActor) {}',
])('what takes who is at the desk is found in whatever form it is declared: %s', (text) => {
  const path = 'app/features/hats/commands.server.ts'
  expect(exportedCommands([sourceFile(path, text)])).toEqual([
    { path, name: 'wear', takes: expect.arrayContaining(['DeskActor']) },
  ])
})

const places = sqlitePlaces()
let database: AppDatabase
let ctx: AppContext

beforeAll(async () => {
  database = await openDatabase(await places.migrated())
})
afterAll(async () => {
  await database.close()
  await places.clear()
})

const actorOf = async (who: Who): Promise<Requester> => {
  const address = '203.0.113.7'
  if (who === 'anonymous') return { kind: 'visitor', address }
  if (who === 'curator') return { kind: 'curator', address }
  if (who === 'Hanako') return memberForTests(ctx, { emailVerified: false })
  if (who === 'desk owner') return deskPersonForTests(ctx)
  if (who === 'desk packer') return deskPersonForTests(ctx, { id: memberId('desk-packer'), role: 'packer' })
  const other = await memberForTests(ctx, { id: 'other', emailVerified: false })
  if (who === 'one who is suspended') {
    const asked = { token: `token of ${other.sessionId}`, address, now: ctx.now() }
    expect(await memberOfSession(ctx.db, ctx.memberSettings, asked)).toBeDefined()
    await ctx.db
      .insertInto('suspendedMember')
      .values({ memberId: other.id, suspendedAt: 0, reason: '' })
      .execute()
    return (await memberOfSession(ctx.db, ctx.memberSettings, asked)) ?? { kind: 'visitor', address }
  }
  await memberForTests(ctx, { emailVerified: false })
  if (who === 'one without posting') return { ...other, canUpload: false }
  if (who === 'one whom Hanako blocks')
    await ctx.db
      .insertInto('memberBlock')
      .values({ memberId: 'hanako', blockedId: other.id, createdAt: 0 })
      .execute()
  if (who === 'one without comments') return { ...other, canComment: false }
  return who === 'an admin' ? { ...other, role: 'admin' } : other
}

/** All that the shop keeps of Hanako, and the mails to her. */
const keptOfHanako = async () => {
  const { db } = ctx
  const id = 'hanako'
  return {
    member: await db.selectFrom('member').selectAll().where('id', '=', id).execute(),
    recipes: await db.selectFrom('recipe').selectAll().where('authorId', '=', id).execute(),
    comments: await db
      .selectFrom('comment')
      .selectAll()
      .where((eb) => eb.or([eb('authorId', '=', id), eb('id', '=', comment)]))
      .execute(),
    profile: await db.selectFrom('memberProfile').selectAll().where('memberId', '=', id).execute(),
    account: await db.selectFrom('memberAccount').selectAll().where('memberId', '=', id).execute(),
    sessions: await db.selectFrom('memberSession').selectAll().where('memberId', '=', id).execute(),
    // Not that of whoever asks, which goes with her account (A17).
    blocks: await db
      .selectFrom('memberBlock')
      .selectAll()
      .where('memberId', '=', id)
      .where('blockedId', '=', 'third')
      .execute(),
    passkeys: await db.selectFrom('memberPasskey').selectAll().where('memberId', '=', id).execute(),
    links: await db.selectFrom('memberLink').selectAll().where('memberId', '=', id).execute(),
    mails: await db
      .selectFrom('mail')
      .select('kind')
      .where('recipient', '=', 'hanako@mail.example')
      .execute(),
  }
}

const asksToSignInOrOut = (answer: unknown): boolean =>
  /"(not_signed_in|signed_in|not-found)"/.test(JSON.stringify(answer) ?? '')

describe.each(commands)('8.2.1, 8.2.2, 8.3.1: $name', ({ run, allowed, reachesHanako = ['Hanako'] }) => {
  test.each(people)('ASVS 6.2.3, 8.2.1, 8.2.2, 8.3.1: by %s is allowed or refused', async (who) => {
    ctx = withPlainPasswords(contextForTests(database.db))
    for (const table of ['reportCase', 'member', 'mail', 'rateLimit', 'audit'] as const)
      await ctx.db.deleteFrom(table).execute()
    const actor = await actorOf(who)
    if (actor.kind !== 'member') await memberForTests(ctx, { emailVerified: false })
    await addMember(ctx.db, { id: 'third' })
    await ctx.db
      .insertInto('memberBlock')
      .values({ memberId: 'hanako', blockedId: 'third', createdAt: 0 })
      .execute()
    await ctx.db
      .insertInto('memberPasskey')
      .values({
        id: 'passkey of hanako',
        memberId: 'hanako',
        credentialId: 'c',
        publicKey: '',
        counter: 0,
        label: '',
        createdAt: 0,
        lastUsedAt: null,
      })
      .execute()
    await addRecipe(ctx.db, 'hanako', { id: hers, updatedAt: 1, createdAt: 0 })
    await ctx.db
      .insertInto('comment')
      .values({
        id: comment,
        recipeId: hers,
        authorId: 'hanako',
        authorName: '',
        text: 'もとの文',
        source: 'own',
        createdAt: 0,
      })
      .execute()
    const before = await keptOfHanako()
    const answer = await run(ctx, actor)
    expect(asksToSignInOrOut(answer)).toBe(!allowed.includes(who))
    if (reachesHanako.includes(who)) expect(await keptOfHanako()).not.toEqual(before)
    else expect(await keptOfHanako()).toEqual(before)
  })
})
