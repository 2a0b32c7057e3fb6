export { default } from '~/routes/gallery/gallery-opens-later.tsx'
