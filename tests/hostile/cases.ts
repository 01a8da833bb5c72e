import { hostileCalls } from './calls.ts';
import type { HostileCase } from './case.ts';
import { hostileFiles } from './files.ts';
import { hostileForms } from './forms.ts';

/** Every kind of hostile body. @param side see `hostileFiles` */
export const hostileCases = async (side: number): Promise<HostileCase[]> => [
  ...hostileForms(),
  ...hostileCalls(),
  ...(await hostileFiles(side)),
];
