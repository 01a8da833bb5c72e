import { createHash } from 'node:crypto';
import { pick } from './definition.ts';

/** Changes with the fields of a definition and with nothing else: by it, a second editor is noticed. */
export const versionOf = <F extends object>(fields: F, row: { [K in keyof F]: unknown }): string =>
  createHash('sha256')
    .update(JSON.stringify(pick(fields, row)))
    .digest('base64url')
    .slice(0, 22);
