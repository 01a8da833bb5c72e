import { createHash } from 'node:crypto';
import { pick } from './definition.ts';

/** A version of a definition's fields only: detects a second editor. */
export const versionOf = <F extends object>(fields: F, row: { [K in keyof F]: unknown }): string =>
  createHash('sha256')
    .update(JSON.stringify(pick(fields, row)))
    .digest('base64url')
    .slice(0, 22);
