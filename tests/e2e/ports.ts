let given = 0;

/** Ports that one process of journeys may take; each file's sites and stand-ins need three at most. */
const perWorker = 40;

/**
 * A port for a server of a file's own: no other file, worker or run of the journeys has it, and it lies below the
 * range from which the system takes ports for outgoing calls.
 */
export function ownPort(): number {
  const worker = Number(process.env.TEST_WORKER_INDEX ?? 0);
  given += 1;
  return Number(process.env.E2E_PORT) + worker * perWorker + given;
}
