import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';

/** Bytes of a body that is too large which may still come, so that its sender gets to read that it is. */
const patience = 4 * 1024 * 1024;

/**
 * The body of a request as text, straight from the socket and read no further than `maxBytes`.
 * @throws AppError `too-large`, or `invalid` when the sender broke off
 */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      let left = patience;
      req.removeAllListeners('data').on('data', (chunk: Buffer) => {
        left -= chunk.byteLength;
        if (left < 0) req.destroy();
      });
      reject(new AppError('too-large', 'O conteúdo enviado é grande demais.'));
    };
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) return refuse();
    req.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) refuse();
      else chunks.push(chunk);
    });
    req.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    req.on('close', () => {
      if (!req.complete) reject(new AppError('invalid', 'O envio foi interrompido.'));
    });
  });
}
