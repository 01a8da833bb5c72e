import { DriveError } from './imports.ts';

/** A `fetch` with an idle timeout: no response, or a stalled body. A slow reader does not time out. */
export function attentive(send: typeof fetch, silence: number): typeof fetch {
  return async (input, init) => {
    const gone = new AbortController();
    const signals = [gone.signal, ...(init?.signal ? [init.signal] : [])];
    const hush = () => gone.abort(new DriveError('unreachable', { cause: new Error('silence') }));
    const timer = setTimeout(hush, silence);
    try {
      const response = await send(input, { ...init, signal: AbortSignal.any(signals) });
      if (!response.body) return response;
      const body = watched(response.body, silence, gone);
      return new Response(body, { status: response.status, headers: response.headers });
    } finally {
      clearTimeout(timer);
    }
  };
}

function watched(
  source: ReadableStream<Uint8Array>,
  silence: number,
  gone: AbortController,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const silent = new DriveError('unreachable', { cause: new Error('silence') });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const timer = setTimeout(() => gone.abort(silent), silence);
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(gone.signal.aborted ? silent : error);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
