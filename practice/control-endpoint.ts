import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { callFault, callPlan, eventFault, eventPlan, type Misbehaviour } from './misbehaviour.ts'
import type { ProviderDesk } from './provider-desk.ts'
import { readBody } from './read-body.ts'

/** What the endpoint acts upon. */
export interface Controlled {
  readonly desk: ProviderDesk
  readonly switches: Misbehaviour
}

const session = { sessionId: z.string() }

/** What a test in another process can ask for: the same as in this one, as JSON to `POST /_control`. */
export const controlCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('calls'), fault: callFault, plan: callPlan.optional() }),
  z.object({ do: z.literal('events'), fault: eventFault, plan: eventPlan.optional() }),
  z.object({ do: z.literal('paymentsWait'), times: z.int().min(1).optional() }),
  z.object({ do: z.literal('calm') }),
  z.object({ do: z.literal('pay'), ...session, waits: z.boolean().optional() }),
  z.object({ do: z.literal('settlePayment'), ...session, outcome: z.enum(['succeeded', 'failed']) }),
  z.object({ do: z.literal('expire'), ...session }),
  z.object({ do: z.literal('advanceClock'), ms: z.int().min(0) }),
  z.object({ do: z.literal('releaseHeld'), reversed: z.boolean().optional() }),
  z.object({ do: z.literal('deliverNow') }),
  z.object({ do: z.literal('settled') }),
  z.object({ do: z.literal('setWebhookUrl'), url: z.string() }),
  z.object({ do: z.literal('look'), at: z.enum(['sessions', 'events', 'requests', 'invalidRequests']) }),
])
export type ControlCommand = z.infer<typeof controlCommand>

const obey = async ({ desk, switches }: Controlled, command: ControlCommand): Promise<unknown> => {
  switch (command.do) {
    case 'calls':
      return switches.calls(command.fault, command.plan)
    case 'events':
      return switches.events(command.fault, command.plan)
    case 'paymentsWait':
      return switches.paymentsWait(command.times)
    case 'calm':
      return switches.calm()
    case 'pay':
      return desk.pay(command.sessionId, { waits: command.waits ?? false })
    case 'settlePayment':
      return desk.settlePayment(command.sessionId, command.outcome)
    case 'expire':
      return desk.expire(command.sessionId)
    case 'advanceClock':
      return desk.advanceClock(command.ms)
    case 'releaseHeld':
      return desk.releaseHeld({ reversed: command.reversed ?? false })
    case 'deliverNow':
      return desk.deliverNow()
    case 'settled':
      return desk.settled()
    case 'setWebhookUrl':
      return desk.setWebhookUrl(command.url)
    case 'look':
      return desk[command.at]()
  }
}

const jsonOf = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Answers one control call: 200 with `{ value }`, 400 for an unknown command, 409 when it cannot be done now. */
export const answerControl = async (
  controlled: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const send = (status: number, content: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(content))
  }
  const command = controlCommand.safeParse(jsonOf(await readBody(request, 64 * 1024)))
  if (request.method !== 'POST' || !command.success) {
    send(400, { error: command.error?.message ?? 'POST a command' })
    return
  }
  try {
    send(200, { value: (await obey(controlled, command.data)) ?? null })
  } catch (error) {
    send(409, { error: String(error) })
  }
}
