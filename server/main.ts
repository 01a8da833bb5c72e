import { stopOnOldNode } from './node-version.ts';

stopOnOldNode();
/** Aborted by the first signal, even while the program is still loading; a second signal kills. */
const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort(signal));
// Imported after the version check: an older Node may not even parse the rest.
const { main } = await import('./program.ts');
await main(process.argv.slice(2), import.meta.dirname, ending);
