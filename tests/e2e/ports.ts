let given = 0;

/** Ports per worker; each file's sites and stand-ins need three at most. */
const perWorker = 40;

/** A port for one file's server: unique over files, workers and runs, and below the system's ephemeral range. */
export function ownPort(): number {
  const worker = Number(process.env.TEST_WORKER_INDEX ?? 0);
  given += 1;
  return Number(process.env.E2E_PORT) + worker * perWorker + given;
}
