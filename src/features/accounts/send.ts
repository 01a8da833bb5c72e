import { tellSessionEnd } from './session-end.ts';

/**
 * Sends a POST. When the session has ended, asks the person to sign in again in another tab, then sends once more; the
 * caller gets one response, 401 only when the person declines. @throws TypeError without a response
 */
export async function send(path: string, init: Omit<RequestInit, 'method'>): Promise<Response> {
  const post = () => fetch(path, { ...init, method: 'POST' });
  const answer = await post();
  return answer.status === 401 && (await tellSessionEnd()) ? post() : answer;
}
