import css from './mission.module.css'

const values = [
  {
    name: '少しから、選べる',
    text: '布は50cm角1枚から、使うぶんだけ。大きく使いたいときは、切らずにつなげてお届けします。',
  },
  {
    name: 'はじめてに、寄りそう',
    text: '必要な布の大きさと難しさを、どのキットにも書いています。分からないところはお尋ねください。',
  },
  {
    name: 'つくる人と、つながる',
    text: '作家さんとのコラボと、ギャラリーに集まる作品。つくる人どうしの工夫が、次の作品につながります。',
  },
]

export function Mission() {
  return (
    <section className="stack-5" aria-labelledby="mission-heading">
      <div className={css.statement}>
        <h2 id="mission-heading" className={css.heading}>
          「作ってみたい」を、今日のひと針に。
        </h2>
        <p>小さく買える布と、迷わず縫えるキットで、つくりたい人の最初の一歩をお手伝いします。</p>
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
