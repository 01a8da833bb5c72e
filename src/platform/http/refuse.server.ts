import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, errorBody } from '../errors.ts';
import { byteHeaders } from './representation.ts';

/** Ends a response with a refusal in JSON, or aborts a started one. The caller reports bugs. */
export function refuse(res: ServerResponse, thrown: unknown): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const error = thrown instanceof AppError ? thrown : null;
  const body = JSON.stringify(
    error ? errorBody(error) : { error: { code: 'internal', message: 'Ocorreu um erro inesperado.' } },
  );
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'];
  if (error?.retryAfter !== undefined) headers.push('Retry-After', String(error.retryAfter));
  headers.push('Content-Length', String(Buffer.byteLength(body)), ...byteHeaders);
  res.writeHead(error?.status ?? 500, headers).end(body);
}

/** An endpoint that writes to the socket itself; returns false when the address is not its own. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Ends a response after an error; the server provides it and reports bugs. */
export type Fail = (res: ServerResponse, thrown: unknown) => void;
