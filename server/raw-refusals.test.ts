import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite({ PUBLIC_URL: 'https://radio.test', SMTP_URL: 'smtp://127.0.0.1:9' });
const { port } = new URL(site.url);

async function send(request: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(request);
  return text(socket);
}
const close = 'Connection: close\r\n\r\n';

describe('SEC-06: what is refused before any page', () => {
  it.each([
    ['400 Bad Request', 'NADA\r\n\r\n'],
    ['400 Bad Request', `GET / HTTP/1.1\r\nHost: a\r\nX Y: 1\r\n${close}`],
    ['400 Bad Request', `GET / HTTP/1.1\r\n${close}`],
    ['400 Bad Request', 'GET / HTTP/1.0\r\n\r\n'],
    ['400 Bad Request', `GET / HTTP/1.1\r\nHost: a b\r\n${close}`],
    ['400 Bad Request', `GET http://[ HTTP/1.1\r\nHost: a\r\n${close}`],
    ['417 Expectation Failed', `GET / HTTP/1.1\r\nHost: a\r\nExpect: 200-nada\r\n${close}`],
    [
      '431 Request Header Fields Too Large',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n${close}`,
    ],
  ])('%s carries the headers of every response', async (status, request) => {
    const answer = await send(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
    expect(answer).toMatch(/^Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r$/im);
    expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
    expect(answer).toMatch(/^Referrer-Policy: strict-origin-when-cross-origin\r$/im);
    expect(answer).toMatch(/^Strict-Transport-Security: max-age=31536000\r$/im);
  });
});
