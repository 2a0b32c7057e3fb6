import css from './mission.module.css'

const values = [
  {
    name: '少しから、選べる',
    text: '布は50cm角1枚から、使うぶんだけ。大きく使うときは、切らずにつなげてお届けします。',
  },
  {
    name: 'はじめてに、寄りそう',
    text: 'どのキットにも、必要な布の大きさと難しさを書いています。',
  },
  {
    name: 'つくる人と、つながる',
    text: 'コラボとギャラリーで、つくる人どうしの工夫が次の作品になります。',
  },
]

export function Mission() {
  return (
    <section className={css.mission} aria-labelledby="mission-heading">
      <div className={css.statement}>
        <h2 id="mission-heading" className={css.heading}>
          <span>
            「作って
            <wbr />
            みたい」を、
          </span>
          <span>
            今日の
            <wbr />
            ひと針に。
          </span>
        </h2>
        <p>小さく買える布と迷わず縫えるキットで、最初の一歩をお手伝いします。</p>
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
