import { stopOnOldNode } from './node-version.ts';

stopOnOldNode();
// Not before: an older Node might not even be able to read the rest.
const { main } = await import('./program.ts');
await main(process.argv.slice(2), import.meta.dirname);
