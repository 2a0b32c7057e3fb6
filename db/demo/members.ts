import type { DemoMember } from '~/features/members/demo.commands.server.ts'

/** Only a demo has these logins (A24); `.example` can never be anybody's address. */
export const demoMembers: readonly DemoMember[] = [
  {
    email: 'member@demo.example',
    password: 'hari-to-ito-25',
    name: '糸井はるか',
    shows: '会員',
    role: 'member',
    canUpload: true,
    profile: {
      joinDate: '2025年9月',
      bio: '入園グッズをきっかけに縫いはじめました。夜の1時間が、わたしのミシンの時間です。',
      instagram: 'https://www.instagram.com/haruka.nuu.example',
      website: 'https://haruka.example/',
      hometown: '長野県松本市',
      favoriteFood: 'くるみのおやき',
      cookingStyle: '直線縫いだけで、使いやすく',
      personalStory:
        '息子の通園バッグを作ってから、布を見ると何かにしたくなります。はじめてでも一晩で仕上がるものを考えるのが好きです。',
      interests: ['入園グッズ', 'バッグ', '刺し子'],
    },
  },
  {
    email: 'no-posting@demo.example',
    password: 'hari-to-ito-25',
    name: '布川みのり',
    shows: '投稿の権限がない会員',
    role: 'member',
    canUpload: false,
    profile: {
      joinDate: '2026年3月',
      bio: '見るのが専門です。お気に入りを集めて、いつか作りたいものの一覧にしています。',
      hometown: '香川県',
      favoriteFood: 'しっぽくうどん',
      cookingStyle: 'キットからゆっくり',
      interests: ['クッション', '北欧の柄'],
    },
  },
  {
    email: 'admin@demo.example',
    password: 'hari-to-ito-25',
    name: '店長の木綿子',
    shows: '管理者',
    role: 'admin',
    canUpload: true,
    profile: {
      joinDate: '2025年9月',
      bio: 'お店の者です。みなさんの作品を毎朝たのしみに見ています。',
      youtube: 'https://www.youtube.com/@nuno-square-example',
      hometown: '東京都',
      favoriteFood: '最中',
      cookingStyle: '布の力を借りる',
      personalStory: '布を裁つ仕事をして20年になります。50cm角から何ができるかを、いつも考えています。',
      interests: ['リネン', '着物の布', 'パッチワーク'],
    },
  },
]

/** For whoever starts the demo. */
export const demoLogins: readonly string[] = [
  'ギャラリーのログイン（/gallery/login）：',
  ...demoMembers.map(({ email, password, shows }) => `  ${email} / ${password}　${shows}`),
]
