import { stopOnOldNode } from './node-version.ts';

stopOnOldNode();
/** Aborted by the first signal to end, which may come while the program is still loading; a second one kills. */
const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort(signal));
// Not before: an older Node might not even be able to read the rest.
const { main } = await import('./program.ts');
await main(process.argv.slice(2), import.meta.dirname, ending);
