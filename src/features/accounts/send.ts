import { tellSessionEnd } from './session-end.ts';

/**
 * Posts what a person has written or chosen. Has the session ended meanwhile, the person is told, signs in again in
 * another tab, and it is sent once more; the caller waits and gets one answer, 401 only for who puts it off.
 * @throws TypeError when no answer comes
 */
export async function send(path: string, init: Omit<RequestInit, 'method'>): Promise<Response> {
  const post = () => fetch(path, { ...init, method: 'POST' });
  const answer = await post();
  return answer.status === 401 && (await tellSessionEnd()) ? post() : answer;
}
