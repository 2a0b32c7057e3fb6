import type { NewsItem } from '~/features/shop/news-and-collaborations/rules.ts'

/** Dates are in mixed forms on purpose: sorted as text they would be in a wrong order. */
export const demoNews: readonly NewsItem[] = [
  {
    id: 'news-01',
    date: '2025年9月5日',
    title: 'お店を開きました',
    content:
      'ぬのスクエアへようこそ。\n50cm角から、好きな布を好きなだけ。\n同じ柄を数枚お求めのときは、切らずに続けてお届けします。',
  },
  {
    id: 'news-02',
    date: '2025/12/19',
    title: '年末年始の発送について',
    content:
      '12月27日までのご注文は年内に発送します。\n12月28日から1月4日まではお休みをいただき、1月5日から順に発送します。',
  },
  {
    id: 'news-03',
    date: '2026-02-20',
    title: '入園・入学の布がそろいました',
    content:
      'お道具袋やお弁当袋に使いやすい、ギンガムチェックと小鳥の柄が入荷しました。\n「50cm角で作る巾着キット」といっしょにどうぞ。',
  },
  {
    id: 'news-04',
    date: '2026.5.1',
    title: 'サブスクに「USコットン」が加わりました',
    content:
      '20cm×30cmのカットクロスが毎月15枚届く定期便です。\nお申し込みは外部ストアで承ります。\nhttps://store.example.com/nuno-square/subscription-us',
  },
  {
    id: 'news-05',
    date: '2026/9/8',
    title: '作品ギャラリーを開きました',
    content:
      'みなさんの作品を見せ合えるギャラリーを開きました。\nつくり方を読んだり、感想を送ったり、気に入った作品を保存したりできます。',
  },
  {
    id: 'news-06',
    date: '2026-10-20T00:30:00+09:00',
    title: '冬の布、椿とタータンが入りました',
    content:
      '紅椿のオックスと、起毛のタータンチェックが入荷しました。\n数に限りがありますので、お早めにどうぞ。',
  },
  {
    id: 'news-07',
    date: '2026/11/4',
    title: '布とキットをいっしょに買うと、キット2点まで無料',
    content:
      '布を1枚以上お求めの方は、キットを2点まで無料でお選びいただけます。\nカートに入れると、値段が自動で0円になります。',
  },
]
