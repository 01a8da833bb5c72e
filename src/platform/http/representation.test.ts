import { describe, expect, it } from 'vitest';
import { planAnswer } from './representation.ts';

const whole = {
  size: 1000,
  etag: '"abc"',
  lastModified: 'Sat, 21 Nov 2026 09:00:00 GMT',
  headers: ['Content-Type', 'audio/mpeg'],
};
const plan = (method: string, asked: Record<string, string> = {}) => {
  const { status, headers, range } = planAnswer(method, asked, whole);
  const pairs = Array.from({ length: headers.length / 2 }, (_, at) => [headers[2 * at], headers[2 * at + 1]]);
  return { status, headers: Object.fromEntries(pairs), range };
};

describe('PLY-12: an answer with bytes', () => {
  it('is the whole without a range', () => {
    expect(plan('GET')).toEqual({
      status: 200,
      headers: {
        ETag: '"abc"',
        'Last-Modified': whole.lastModified,
        'Accept-Ranges': 'bytes',
        'Content-Type': 'audio/mpeg',
        'Content-Length': '1000',
      },
      range: { start: 0, end: 999 },
    });
  });

  it('is a part with exact length', () => {
    const { status, headers, range } = plan('GET', { range: 'bytes=-100' });
    expect([status, headers['Content-Range'], headers['Content-Length']]).toEqual([
      206,
      'bytes 900-999/1000',
      '100',
    ]);
    expect(range).toEqual({ start: 900, end: 999 });
  });

  it('says the size when nothing fits', () => {
    const { status, headers, range } = plan('GET', { range: 'bytes=1000-' });
    expect([status, headers['Content-Range'], range]).toEqual([416, 'bytes */1000', null]);
  });

  it('is only headers for HEAD', () => {
    expect(plan('HEAD', { range: 'bytes=0-9' })).toMatchObject({ status: 206, range: null });
    expect(plan('HEAD').headers).toEqual(plan('GET').headers);
  });

  it('is the whole when If-Range names other bytes', () => {
    expect(plan('GET', { range: 'bytes=0-9', 'if-range': '"old"' }).status).toBe(200);
    expect(plan('GET', { range: 'bytes=0-9', 'if-range': '"abc"' }).status).toBe(206);
  });

  it('is 412 and nothing else for who wants other bytes', () => {
    const { status, headers, range } = plan('GET', { 'if-match': '"old"', range: 'bytes=0-9' });
    expect([status, headers['Content-Length'], headers['Content-Type'], range]).toEqual([
      412,
      '0',
      undefined,
      null,
    ]);
  });

  it('is 304 for who has it', () => {
    const { status, headers, range } = plan('GET', { 'if-none-match': '"abc"', range: 'bytes=0-9' });
    expect([status, headers['Content-Length'], range]).toEqual([304, undefined, null]);
  });
});
