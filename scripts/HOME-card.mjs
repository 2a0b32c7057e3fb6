import { createPictureTask } from '../app/server/pictures/picture-task.ts'
import sharp from 'sharp'
import { readFileSync, writeFileSync } from 'node:fs'
const t = createPictureTask()
const d = await t.draw(readFileSync('demo/pictures/demo/asanoha-indigo.svg'), { width: 1200, height: 1200 })
const a = process.argv[2] ?? ''
const b = performance.now()
const put = async (n, j) => { writeFileSync(`/tmp/HOME-shots/card${n}${a}.jpg.png`, j) ; console.log(n, j.length, await sharp(j).metadata().then(m => [m.width, m.height, j.includes('card1-')])) }
await put(1, await t.shareCard(d.value.jpeg, { title: '麻の葉 シーチング 50cm【藍】', shop: 'ぬのスクエア' }))
console.log(performance.now() - b)
const land = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#b4451f' } }).jpeg().toBuffer()
await put(2, await t.shareCard(land, { title: '椿のトートバッグ（内ポケット・まちつき）', shop: 'ぬのスクエア' }))
await put(3, await t.shareCard(land, { title: 'おばあちゃんに習った、まるいお手玉とその長い長い物語を百文字ちかくまで書いてしまったひとの作品のタイトルがここにある。おばあちゃんに習った、まるいお手玉とその', shop: '手芸の店 ことりのなまえのながいおみせ' }))
