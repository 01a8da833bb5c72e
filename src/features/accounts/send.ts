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

/** What the site answered; without a readable response the body is empty, without any the status is 0. */
export interface Reply<Body> {
  isOk: boolean;
  status: number;
  body: Partial<Body>;
  /** Of a refusal. */
  code?: string | undefined;
  message?: string | undefined;
}

/** Sends a file, or an object as JSON, and reads the answer. Never throws. */
export async function post<Body>(
  path: string,
  sent: object,
  headers: HeadersInit = {},
): Promise<Reply<Body>> {
  const isFile = sent instanceof Blob;
  try {
    const response = await send(path, {
      body: isFile ? sent : JSON.stringify(sent),
      headers: { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json', ...headers },
    });
    const body = ((await response.json().catch(() => null)) ?? {}) as Partial<Body> & {
      error?: { code?: string; message?: string };
    };
    return { isOk: response.ok, status: response.status, body, ...body.error };
  } catch {
    return { isOk: false, status: 0, body: {} };
  }
}
