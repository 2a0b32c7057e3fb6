import css from './mission.module.css'

const values = [
  {
    name: '少しから、選べる',
    text: '布は50cm角1枚から。ポーチの内布にも、子どもの入園グッズにも、使うぶんだけ選べます。大きく使いたいときは、切らずにつなげてお届けします。',
  },
  {
    name: 'はじめてに、寄りそう',
    text: '針を持つのが久しぶりでも大丈夫。必要な布の大きさと難しさを、どのキットにも書いています。分からないところは、電話やメールでお尋ねください。',
  },
  {
    name: 'つくる人と、つながる',
    text: '作家さんとのコラボや、ギャラリーに集まる作品。つくる人どうしの工夫や楽しさが、次の作品につながる場所でありたいと思っています。',
  },
]

export function Mission() {
  return (
    <section className={css.mission} aria-labelledby="mission-heading">
      <div className={css.statement}>
        <h2 id="mission-heading" className={css.heading}>
          「作ってみたい」を、今日のひと針に。
        </h2>
        <p>
          気に入った布を手に取ると、何かを作りたくなる。その気持ちを、在庫や長さの都合であきらめてほしくありません。
          わたしたちは、小さく買える布と、迷わず縫えるキットで、つくりたい人の最初の一歩をお手伝いします。
        </p>
      </div>
      <div>
        <h2 className={css.valuesHeading}>大切にしている3つのこと</h2>
        <ol className={css.values}>
          {values.map(({ name, text }) => (
            <li key={name} className={css.value}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
