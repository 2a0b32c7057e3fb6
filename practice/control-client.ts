import { z } from 'zod'
import type { ControlCommand } from './control-endpoint.ts'

const good = z.object({ value: z.unknown() })

/**
 * The control endpoint of a provider in another process, listening at `port`: give it a command, get what it comes to
 * (JSON). Throws with the reason when the provider refuses.
 */
export const controlFor =
  (port: number) =>
  async (command: ControlCommand): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/_control`, {
      method: 'POST',
      body: JSON.stringify(command),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the practice provider refused ${command.do}: ${text}`)
    return good.parse(JSON.parse(text)).value
  }
