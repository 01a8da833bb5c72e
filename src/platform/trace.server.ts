import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** W3C trace context: version, trace, the caller's span, flags. */
const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;
const pattern = /^[0-9a-f]{32}$/;

/** Node draws the bits of many UUIDs at once; `randomBytes` took a tenth of the time of serving a file. */
const newTrace = (): string => randomUUID().replaceAll('-', '');

const running = new AsyncLocalStorage<string>();

/** The trace of what runs now: a request, or a job that it sent; undefined outside. */
export const currentTrace = (): string | undefined => running.getStore();

/** Runs under the caller's trace, or under a new one; everything that it logs and sends bears it. */
export function traced<T>(header: string | undefined, run: () => T): T {
  const given = traceparent.exec(header ?? '')?.[1];
  return running.run(given ?? newTrace(), run);
}

/** Runs a job under the trace of whoever sent it. */
export const tracedAs = <T>(trace: unknown, run: () => T): T =>
  running.run(typeof trace === 'string' && pattern.test(trace) ? trace : newTrace(), run);
