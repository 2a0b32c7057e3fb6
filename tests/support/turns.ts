/** How many other turns the process had while `task` ran: requests are served in those. */
export const turnsWhile = async (task: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await task()
  isOver = true
  return turns
}
