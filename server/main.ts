import module from 'node:module';
import { join } from 'node:path';
import { stopOnOldNode } from './node-version.ts';

stopOnOldNode();
// A tenth of the start is compiling. Where nothing can be written, it happens each time.
module.enableCompileCache(join(import.meta.dirname, 'cache'));
/** Aborted by the first signal, even while the program is still loading; a second signal kills. */
const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort(signal));
// Imported after the version check: an older Node may not even parse the rest.
const { main } = await import('./program.ts');
await main(process.argv.slice(2), import.meta.dirname, ending);
