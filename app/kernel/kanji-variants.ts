/**
 * Kanji that people write for one another in names; in each group the first stands for the others in searches, never in what is shown or
 * kept. Sources: the old forms of the 常用漢字表 (内閣告示第二号, 2010), the pairs of the 人名用漢字 (戸籍法施行規則 別表第二, as kJinmeiyoKanji of
 * Unicode's Unihan 15.0 has them), and by hand what names have beside them, such as 髙, 﨑, 邉 and 栁, which registers of families read as
 * their standard form (法務省民二第5202号通知 正字・俗字等対照表). What NFKC folds is left out.
 * Changing it needs a new `foldedAs` (docs/decisions/0092).
 */
const groups = `
  万萬 与與 両兩 並竝 乗乘 乱亂 亀龜 予豫 争爭 亙亘 亜亞 仏佛 仮假 会會 伝傳 体體 余餘 併倂 侠俠 価價
  倶俱 倹儉 偽僞 儘侭 兎兔 児兒 党黨 内內 円圓 冊册 写寫 凛凜 処處 剣剱劍劒劔 剤劑 剥剝 剰剩 励勵 労勞
  効效 勅敕 勧勸 勲勳 区區 医醫 協恊 単單 卯夘 即卽 厩廏廐 厳嚴 参參 双雙 収收 叙敍 台臺 叱𠮟 号號 吉𠮷
  呉吳 呑吞 唖啞 喜㐂 喩喻 営營 嘘噓 嘱囑 噛嚙 嚢囊 団團 囲圍 図圖 国圀國 圏圈 園薗 土圡 圧壓 堕墮 場塲
  塁壘 塡填 塩鹽 増增 壊壞 壌壤 壮壯 声聲 壱壹 売賣 壺壷 変變 奥奧 奨奬 妍姸 姉姊 姫姬 娯娛 嬢孃 学學
  宝寳寶 実實 富冨 寛寬 寝寢 対對 寿壽 専專 将將 尚尙 尭堯 尽盡 届屆 属屬 岩嵒 岳嶽 峡峽 峰峯 島嶋嶌
  崎嵜﨑 巌巖 巣巢 巻卷 帯帶 帰歸 庁廳 広廣 床牀 廃廢 弁瓣辨辯 弐貳 弥彌 強强 弾彈 当當 彜彝 彦彥 径徑
  従從 徳德 徴徵 応應 恋戀 恒恆 恵惠 悦悅 悩惱 悪惡 惧懼 惨慘 慎愼 懐懷 戦戰 戯戲 戸戶 払拂 抜拔 択擇
  担擔 拝拜 拠據 拡擴 挙擧 挟挾 挿插 捜搜 掲揭 掻搔 揺搖 摂攝 撃擊 教敎 数數 斉斎齊齋 断斷 旧舊 昂昻
  昇曻 明眀 昼晝 晃晄 晋晉 晩晚 暁曉 暦曆 曽曾 条條 来來 杯盃 松枩 枢樞 柏栢 柳栁 栄榮 桑桒 桜櫻 桟棧
  桧檜 梅楳 検檢 楼樓 楽樂 概槪 様樣 槙槇 権權 横橫 橋槗𣘺 欠缺 欧歐 歓歡 歩步 歯齒 歳歲 歴歷 残殘 殴毆
  殻殼 毎每 毘毗 気氣 沖冲 没沒 沢澤 浄淨 浅淺 浜濱濵 涙淚 涼凉 淵渊渕 清淸 渇渴 済濟 渉涉 渋澁 渓溪
  温溫 湧涌 湾灣 湿溼濕 満滿 滝瀧 滞滯 潜潛 濤涛 瀆涜 瀬瀨 灌潅 灯燈 炉爐 点點 為爲 焰焔 焼燒 煙烟
  熙煕熈 犠犧 状狀 独獨 狭狹 猟獵 猫貓 献獻 獣獸 珍珎 瑶瑤 瓶甁 産產 画畫 略畧 畳疊 痩瘦 痴癡 発發 盗盜
  県縣 真眞 研硏 砕碎 砺礪 礼禮 祢禰 祷禱 祿禄 禅禪 秋穐龝 秘祕 称稱 税稅 稲稻 穂穗 穏穩 穣穰 窃竊 竜龍
  篭籠 籤籖 粋粹 粛肅 糊餬 糸絲 経經 絵繪 継繼 続續 綿緜 総緫縂總 緑綠 緒緖 縁緣 縄繩 縦縱 繊纖 繋繫
  繍繡 缶罐 群羣 翠翆 翻飜 聴聽 胆膽 脱脫 脳腦 臓臟 舎舍 舗鋪 船舩 艶艷 芦蘆 芸藝 苺莓 茎莖 荘莊 莱萊
  萌萠 蒋蔣 蓑簑 蔵藏 薫薰 薬藥 薮藪 蘇蘓 虚虛 虫蟲 蚕蠶 蛍螢 蛎蠣 蛮蠻 蝉蟬 蝋蠟 衆眾 衛衞 装裝 裏裡
  褒襃 覇霸 覚覺 覧覽 観觀 触觸 訳譯 証證 誉譽 説說 読讀 謡謠 譲讓 豊豐 賛贊 賤賎 践踐 躯軀 転轉 軽輕
  辞辭 辺邉邊 迩邇 逓遞 遅遲 遥遙 郎郞 郷鄕 酔醉 醤醬 醸釀 釈釋 野埜 鉄鐡鐵 鉱鑛 銭錢 鋭銳 鋳鑄 錬鍊
  録錄 鎌鐮 鎮鎭 間閒 関關 閲閱 闊濶 闘鬪鬭 陥陷 険險 随隨 隙𨻶 隠隱 隣鄰 雑雜 霊靈 青靑 静靜 頬頰 頴穎
  頼賴 顔顏 顕顯 飲飮 餅餠 館舘 駅驛 駆駈驅 騒騷 験驗 騨驒 髄髓 高髙 髪髮 鯵鰺 鴎鷗 鴬鶯 鶏雞鷄 鶴靍靎靏
  麦麥 麹麴 麺麵 黄黃 黒黑 黙默 齢齡`

const standardOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .flatMap((group) => {
        const [first = '', ...others] = group
        return others.map((other) => [other, first] as const)
      }),
  )

const anyOf = (known: ReadonlyMap<string, string>): RegExp =>
  new RegExp(`[${[...known.keys()].join('')}]`, 'gu')

// One call each, for a call that is marked is left out of scripts of pages that fold nothing, but not what its arguments call.
const standard = /* @__PURE__ */ standardOf(groups)
const variants = /* @__PURE__ */ anyOf(standard)

/** `text` with each of these kanji in its group's first form; idempotent. */
export const withStandardKanji = (text: string): string =>
  text.replace(variants, (kanji) => standard.get(kanji) ?? kanji)
