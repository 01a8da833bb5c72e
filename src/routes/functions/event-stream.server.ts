import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { Turns } from '#platform/turns.ts';
import type { App } from '#routes/app.server.ts';

/** Milliseconds between two keep-alives: they keep proxies from closing the stream and detect dead connections. */
const heartbeat = 25_000;
/** Streams that are open: more of one account than a person has tabs. */
const open = new Turns({ atOnce: 2000, ofOne: 20, waiting: 0 });

interface Events {
  /** The account. */
  caller: string;
  topic: Parameters<App['bus']['on']>[0];
  /** Whether a message of the topic concerns this stream. */
  concerns(key: string): boolean;
  /** Looked at with each keep-alive: the stream ends with it. */
  mayListen(): Promise<boolean>;
}

/**
 * Answers with server-sent events: `changed` for each message of the topic, `alive` as keep-alive. A HEAD request gets the
 * headers only. @throws Busy when the account has too many streams open
 */
export async function streamEvents(
  app: App,
  c: Context,
  { caller, topic, concerns, mayListen }: Events,
): Promise<Response> {
  // A HEAD request's stream has no reader whose disconnect would end it.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  const giveBack = await open.take({ caller });
  return streamSSE(c, async (stream) => {
    const stopListening = app.bus.on(topic, (key) => {
      if (concerns(key)) void stream.writeSSE({ event: 'changed', data: '' });
    });
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    const over = AbortSignal.any([left.signal, app.ending]);
    try {
      while (!over.aborted && (await mayListen())) {
        await stream.writeSSE({ event: 'alive', data: '' });
        await pause(heartbeat, undefined, { signal: over }).catch(() => {});
      }
    } finally {
      stopListening();
      giveBack();
    }
  });
}
