import { memoriesOf } from '#platform/memory.ts';

/** The process's cache of the catalogue; any change clears all of it, because lists depend on each other. */
export const memoryOf = memoriesOf('catalog');
