export {
  type PaymentSimulator as PracticeProvider,
  startPaymentSimulator as startPracticeProvider,
} from './simulator.ts'
