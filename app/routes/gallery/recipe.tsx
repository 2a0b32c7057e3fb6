export { default } from '~/routes/not-found.tsx'
