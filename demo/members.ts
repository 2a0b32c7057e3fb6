import type { DemoMember } from '~/features/accounts/profile/commands.server.ts'
import { href } from '~/href.ts'

interface DemoLogin extends DemoMember {
  readonly password: string
  /** What this login is there to show. */
  readonly shows: string
}

/** Only a demo has these logins (A24); `.example` can never be anybody's address. */
export const demoMembers: readonly DemoLogin[] = [
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
      bio: '見るのが専門です。作品を保存しておいて、いつか作りたいものの一覧にしています。',
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
    shows: 'ギャラリーの管理者',
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

/** Who runs the shop, and who packs: the door of the desk shows their codes. */
const demoDeskLogins: readonly DemoLogin[] = [
  {
    email: 'owner@demo.example',
    password: 'hari-to-ito-25',
    name: '店主の綿貫',
    shows: '店主',
    role: 'member',
    canUpload: true,
    profile: { joinDate: '2025年9月', interests: [] },
  },
  {
    email: 'packer@demo.example',
    password: 'hari-to-ito-25',
    name: '発送係の麻生',
    shows: '発送係',
    role: 'member',
    canUpload: true,
    profile: { joinDate: '2025年9月', interests: [] },
  },
]

/** Their roles at the desk. */
export const demoDeskPeople = [
  { email: 'owner@demo.example', role: 'owner' },
  { email: 'packer@demo.example', role: 'packer' },
] as const

/** Who else posted recipes in the demo. */
export const demoAuthors: readonly DemoMember[] = [
  {
    email: 'asagi@demo.example',
    name: '浅葱 ことこ',
    role: 'member',
    canUpload: true,
    profile: {
      joinDate: '2025年11月',
      bio: '和の文様がすきです。ひと針ずつ、急がずに縫っています。',
      instagram: 'https://www.instagram.com/kotoko.asagi.example',
      hometown: '京都府宇治市',
      favoriteFood: '水ようかん',
      cookingStyle: '手縫いと刺し子',
      personalStory: '祖母の裁縫箱を受けついだ日から、はぎれを捨てられなくなりました。',
      interests: ['刺し子', 'お手玉', '着物の布'],
    },
  },
  {
    email: 'mugi@demo.example',
    name: 'むぎ工房',
    role: 'member',
    canUpload: true,
    profile: {
      joinDate: '2025年12月',
      bio: '台所で使うものを、毎日洗えるように丈夫に作ります。',
      website: 'https://mugi.example/',
      hometown: '北海道十勝',
      favoriteFood: '焼きたてのパン',
      cookingStyle: '縫い代は袋縫いか、ロックで',
      interests: ['キッチン', 'リネン', 'エプロン'],
    },
  },
  {
    email: 'sora@demo.example',
    name: '空野 そら',
    role: 'member',
    canUpload: true,
    profile: {
      joinDate: '2026年1月',
      bio: '双子の母です。丈夫で、かわいくて、すぐできるものを。',
      twitter: 'https://x.com/sorano_nuno_example',
      hometown: '福岡県',
      favoriteFood: '明太子のおにぎり',
      cookingStyle: '夜中に一気に',
      personalStory: '同じものを二つずつ作るので、裁断はいつも二枚重ねです。',
      interests: ['入園入学', 'キッズ', 'ダブルガーゼ'],
    },
  },
  {
    email: 'tsumugi@demo.example',
    name: '紬 りょう',
    role: 'member',
    canUpload: true,
    profile: {
      joinDate: '2026年2月',
      bio: '帽子とバッグばかり作っている会社員です。型紙は方眼紙に自分で引きます。',
      youtube: 'https://www.youtube.com/@ryo-tsumugi-example',
      hometown: '愛知県一宮市',
      favoriteFood: '味噌煮込みうどん',
      cookingStyle: 'ステッチは多めに',
      interests: ['帆布', '帽子', 'バッグ'],
    },
  },
]

/** All members of a demo. */
export const everybodyInDemo: readonly DemoMember[] = [...demoMembers, ...demoDeskLogins, ...demoAuthors]

const loginLine = ({ email, password, shows }: DemoLogin): string => `     ${email} / ${password}　${shows}`

/** For whoever starts the demo: the desk first, in the two steps that lead there (N109). */
export const demoLogins = (siteOrigin: string): readonly string[] => [
  '',
  'お店の机（注文・発送・商品の画面）に入る：',
  `  1. ${siteOrigin}${href('/admin')} を開いて「ログイン」を押し、どちらかでログインします。`,
  ...demoDeskLogins.map(loginLine),
  '  2. 次の画面に出ている6けたのコードを入れて、「入る」を押します。',
  '',
  `作品ギャラリーに入る：${siteOrigin}${href('/gallery/login')}`,
  ...demoMembers.map(loginLine),
]
