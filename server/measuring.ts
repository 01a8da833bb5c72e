import type { Issuer, Licence } from '#features/licences/model.ts';
import { encodePreview, hasFfmpeg, openMeasuring } from '#features/media/audio/gateway.server.ts';
import type { ForeignWork, WorkAnswer, WorkCall, WorkName } from '#features/media/measuring/model.ts';
import { drawPicture, preparePicture, shrinkPicture } from '#features/media/pictures/gateway.server.ts';
import { readSound } from '#features/media/reading/gateway.server.ts';
import { renderSound } from '#features/media/rendering/gateway.server.ts';
import { messageOf } from '#platform/redact.ts';

type Handlers = {
  [K in WorkName]: (
    input: Parameters<ForeignWork[K]>[0],
    signal: AbortSignal,
  ) => ReturnType<ForeignWork[K]> | Promise<ReturnType<ForeignWork[K]>>;
};

/** The process that decodes untrusted files (docs/decisions/026), and draws what takes long. */
const handlers: Handlers = {
  measureSound: openMeasuring(),
  readSound,
  encodePreview,
  renderSound,
  hasFfmpeg,
  preparePicture,
  shrinkPicture,
  drawPicture,
  async drawDocument({ licence, issuer }) {
    // Loaded with the first document: no other process of this program draws any.
    const { licencePdf } = await import('#features/licences/licence-pdf.server.ts');
    // cast: remember-pdf.server.ts sent them, and both are of one build
    return licencePdf(licence as Licence, issuer as Issuer);
  },
};
const running = new Map<number, AbortController>();
const tell = (answer: WorkAnswer) => process.connected && process.send?.(answer);

async function answer({ id, work, input }: Exclude<WorkCall, { stop: true }>): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    // cast: the name of the work decides the type of its input
    tell({ id, result: await handlers[work](input as never, stop.signal) });
  } catch (error) {
    tell({ id, failure: messageOf(error) });
  } finally {
    running.delete(id);
  }
}

process.on('message', (call: WorkCall) => {
  if ('stop' in call) running.get(call.id)?.abort();
  else void answer(call);
});
// The site has ended, so this process and its children end too.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
tell({ ready: true });
