// Exits with 0 when this container's process lives: the worker has a port of its own.
const port = process.env.WORKER_PORT || process.env.PORT || 3000;
fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
