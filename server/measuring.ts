import { type measureSound, openMeasuring, UnreadableSound } from '#features/media/audio/gateway.server.ts';
import type { MeasuringAnswer, MeasuringCall } from '#features/media/measuring/gateway.server.ts';

/** The program of the process that measures sounds (docs/decisions/026): it answers calls until nobody is there. */
const running = new Map<number, AbortController>();
const opened = new Map<string | undefined, typeof measureSound>();

async function answer({
  id,
  path,
  type,
  ffmpegFolder,
}: Exclude<MeasuringCall, { stop: true }>): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  const measure = opened.get(ffmpegFolder) ?? openMeasuring(ffmpegFolder);
  opened.set(ffmpegFolder, measure);
  const said = await measure(path, type, { ffmpegFolder, signal: stop.signal }).then(
    (facts): MeasuringAnswer => ({ id, facts }),
    (error: Error): MeasuringAnswer => ({
      id,
      failure: error.message,
      isUnreadable: error instanceof UnreadableSound,
    }),
  );
  running.delete(id);
  if (process.connected) process.send!(said);
}

process.on('message', (call: MeasuringCall) => {
  if ('stop' in call) running.get(call.id)?.abort();
  else void answer(call);
});
process.once('disconnect', () => process.exit(0));
// A keyboard tells the whole group to end; the site ends by itself, and this with it.
process.on('SIGINT', () => {});
