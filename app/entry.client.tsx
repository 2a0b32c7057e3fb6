import './ui/older-browsers.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { noteTypedEarly } from './ui/typed-early.ts'

startTransition(() => {
  noteTypedEarly(document)
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
