import { expect, test } from 'vitest'
import { readProfileForm } from './form.server.ts'

const shopNames = ['ぬのスクエア']

const read = (fields: Record<string, string | File>) => {
  const form = new FormData()
  form.set('displayName', '花子')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return readProfileForm(form, shopNames)
}

const errorsOf = (fields: Record<string, string>) => {
  const { profile } = read(fields)
  return profile.ok ? {} : profile.error
}

test('what was typed becomes a profile: names and links in their one form, lines kept', () => {
  const { profile } = read({
    displayName: ' ﾊﾅｺ  の布 ',
    bio: '一行目\r\n二行目 ',
    instagram: '@hana',
    website: 'nuno.example',
    hometown: ' 長野県\n松本市 ',
    interests: '刺し子、バッグ 刺し子',
    personalStory: 'むかしむかし\u202e',
  })
  expect(profile).toEqual({
    ok: true,
    value: {
      displayName: 'ハナコ の布',
      photoURL: '',
      bio: '一行目\n二行目',
      authorSNS: {
        instagram: 'https://instagram.com/hana',
        twitter: '',
        youtube: '',
        tiktok: '',
        website: 'https://nuno.example/',
      },
      hometown: '長野県 松本市',
      favoriteFood: '',
      cookingStyle: '',
      interests: ['刺し子', 'バッグ'],
      personalStory: 'むかしむかし',
    },
  })
})

test('ASVS 8.2.3, 15.3.3, A4: fields that a member may not write are left out, and named', () => {
  const { profile, ignored } = read({
    role: 'admin',
    isAdmin: 'true',
    'permissions.canUpload': 'true',
    email: 'a@b.example',
    uid: 'member-2',
    achievements: '金賞',
    updatedAt: '1',
  })
  expect(ignored).toEqual([
    'role',
    'isAdmin',
    'permissions.canUpload',
    'email',
    'uid',
    'achievements',
    'updatedAt',
  ])
  expect(profile.ok && Object.keys(profile.value).toSorted()).toEqual(
    [
      'authorSNS',
      'bio',
      'cookingStyle',
      'displayName',
      'favoriteFood',
      'hometown',
      'interests',
      'personalStory',
      'photoURL',
    ].toSorted(),
  )
})

test.each<[string, Record<string, string>, RegExp]>([
  ['displayName', { displayName: ' 　' }, /^表示名を入力してください。$/],
  ['displayName', { displayName: 'あ'.repeat(31) }, /30文字/],
  ['displayName', { displayName: 'ぬのスクエア' }, /お店と間違えられる/],
  ['bio', { bio: 'あ'.repeat(501) }, /自己紹介は500文字以内/],
  ['hometown', { hometown: 'あ'.repeat(51) }, /出身地は50文字以内/],
  ['favoriteFood', { favoriteFood: 'あ'.repeat(51) }, /好きな食べ物は50文字以内/],
  ['cookingStyle', { cookingStyle: 'あ'.repeat(101) }, /100文字以内/],
  ['personalStory', { personalStory: 'あ'.repeat(2001) }, /2000文字以内/],
  ['interests', { interests: Array.from({ length: 11 }, (_, at) => `布${at}`).join('、') }, /10個まで/],
  ['interests', { interests: 'あ'.repeat(21) }, /20文字以内/],
  ['instagram', { instagram: 'javascript:alert(1)' }, /InstagramのURLとして/],
  ['website', { website: 'evil.com@x' }, /^URLとして読み取れません。/],
  ['tiktok', { tiktok: 'a'.repeat(301) }, /300文字以内/],
])('%s is refused with a text beside it: %j', (field, fields, text) => {
  expect(errorsOf(fields)).toEqual({ [field]: expect.stringMatching(text) })
})

test('what is just short enough is taken, emoji as one character', () => {
  expect(
    errorsOf({
      bio: '𠮷'.repeat(500),
      personalStory: '🧵'.repeat(2000),
      interests: Array.from({ length: 10 }, (_, at) => `${'布'.repeat(19)}${at}`).join(' '),
    }),
  ).toEqual({})
})

test('all faults are told at once, and what was typed comes back as it was typed', () => {
  const fields = { displayName: '', bio: `${'あ'.repeat(501)}\n `, instagram: '//x', youtube: '@ぬの' }
  const { typed, profile } = read(fields)
  expect(profile.ok ? {} : Object.keys(profile.error).toSorted()).toEqual(['bio', 'displayName', 'instagram'])
  expect(typed).toMatchObject(fields)
})

test.each([
  [{}, -1],
  [{ basedOn: '' }, -1],
  [{ basedOn: '12' }, 12],
  [{ basedOn: '12', overwrite: '34' }, 34],
  [{ basedOn: '-1' }, -1],
  [{ basedOn: '1e3' }, -1],
])('R18: the profile that she saw, by %j', (fields, basedOn) => {
  expect(read(fields).basedOn).toBe(basedOn)
})

test('a file in place of a text is no text', () => {
  expect(read({ bio: new File(['x'], 'x.txt') })).toMatchObject({ typed: { bio: '' }, profile: { ok: true } })
})
