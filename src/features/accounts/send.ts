import { tellSessionEnd } from './session-end.ts';

/**
 * Sends a POST; after the session has ended, once more when the person is back. 401 when they decline. @throws
 * TypeError
 */
export async function send(path: string, init: Omit<RequestInit, 'method'>): Promise<Response> {
  const post = () => fetch(path, { ...init, method: 'POST' });
  const answer = await post();
  return answer.status === 401 && (await tellSessionEnd()) ? post() : answer;
}
