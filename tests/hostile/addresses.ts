import { callPaths } from '#features/accounts/calls.ts';
import { matrix, type Things } from '#tests/matrix.ts';

/** An address that takes a body. */
export interface HostileAddress {
  method: string;
  path: string;
  isUpload: boolean;
  isPage: boolean;
}

/** Every address of the site that takes a body, from the table of all calls; pages also in the format of scripts. */
export function hostileAddresses(things: Things): HostileAddress[] {
  return matrix.flatMap((row): HostileAddress[] => {
    const [method = '', pattern = ''] = row.call.split(' ');
    if (method === 'GET') return [];
    if (method === 'ALL') {
      const base = pattern.replace('/*', '');
      return callPaths.map((path) => ({ method: 'POST', path: base + path, isUpload: false, isPage: false }));
    }
    const path = row.at?.(things) ?? pattern;
    const isUpload = path.startsWith('/uploads/');
    const isCall = isUpload || /^\/(functions|webhooks)\//.test(path);
    return [path, ...(isCall ? [] : [`${path}.data`])].map((one) => ({
      method,
      path: one,
      isUpload,
      isPage: !isCall,
    }));
  });
}
