// Ends with 0 while the process lives and can serve, with 1 otherwise: for health checks of containers.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => undefined)
process.exitCode = answer?.status === 200 ? 0 : 1
