import type { CarriedPart, FilePoint } from '#db/schema/catalog.ts';
import type { FileBytes } from './file-bytes.server.ts';

/** What a WAV says of itself in its chunks. */
export interface WaveChunks {
  parts: CarriedPart[];
  points: FilePoint[];
  /** Timers of a cart chunk (AES46): a name of four letters, and milliseconds. */
  timers: [name: string, ms: number][];
  /** Texts of its INFO list by their four letters. */
  info: Map<string, string>;
  format: { tag: number; channels: number; rate: number; bits: number } | null;
  /** Bytes of samples that are there, whatever the head says. */
  soundBytes: number;
  /** Where they begin. */
  soundStart: number;
}

/** Largest chunk that is read, how many are looked at, and how many points are kept. */
const chunkLimit = 200 * 1024;
const mostChunks = 1000;
const mostPoints = 500;
const labelLength = 200;

interface Chunk {
  name: string;
  body: Buffer;
}

/** Reads the chunks of RIFF, RF64 and BW64 (EBU Tech 3306) before and behind the samples. @param start of the RIFF */
export async function readWave(bytes: FileBytes, start: number): Promise<WaveChunks> {
  const chunks: Chunk[] = [];
  let [soundBytes, soundStart] = [0, bytes.size];
  let longData = 0;
  let at = start + 12;
  for (let count = 0; count < mostChunks && at + 8 <= bytes.size; count++) {
    const head = await bytes.at(at, 8);
    const name = head.toString('latin1', 0, 4);
    let size = head.readUInt32LE(4);
    if (name === 'data') {
      if (size === 0xffffffff && longData > 0) size = longData;
      const rest = bytes.size - at - 8;
      // Programs that stream write 0 or the highest value, because they do not know the length yet.
      if (size === 0 || size > rest) size = rest;
      [soundBytes, soundStart] = [size, at + 8];
    } else if (size <= chunkLimit) {
      const body = Buffer.from(await bytes.at(at + 8, size));
      if (name === 'ds64' && body.length >= 16) longData = Number(body.readBigUInt64LE(8));
      chunks.push({ name, body });
    }
    at += 8 + size;
    // Some programs leave out the byte that makes a chunk even.
    if (size % 2 === 1 && !/^[\w ]{4}$/.test((await bytes.at(at, 4)).toString('latin1'))) at++;
  }
  const format = formatOf(chunks);
  return { ...describe(chunks, format?.rate ?? 0), format, soundBytes, soundStart };
}

function formatOf(chunks: Chunk[]): WaveChunks['format'] {
  const body = chunks.find(({ name }) => name === 'fmt ')?.body;
  if (!body || body.length < 16) return null;
  const tag = body.readUInt16LE(0);
  return {
    // The long form says it in the first bytes of its GUID.
    tag: tag === 0xfffe && body.length >= 26 ? body.readUInt16LE(24) : tag,
    channels: body.readUInt16LE(2),
    rate: body.readUInt32LE(4),
    bits: body.readUInt16LE(14),
  };
}

function describe(chunks: Chunk[], rate: number): Pick<WaveChunks, 'parts' | 'points' | 'timers' | 'info'> {
  const lists = chunks.filter(({ name, body }) => name === 'LIST' && body.length >= 4);
  const within = (kind: string) =>
    lists.filter(({ body }) => body.toString('latin1', 0, 4) === kind).flatMap(({ body }) => split(body, 4));
  const toMs = (samples: number) => (rate > 0 ? Math.round((samples * 1000) / rate) : 0);
  const labels = within('adtl');
  const points = rate > 0 ? pointsOf(chunks, labels, toMs) : [];
  const cart = chunks.find(({ name }) => name === 'cart')?.body;
  const has = (name: string) => chunks.some((chunk) => chunk.name === name);
  return {
    parts: [
      ...(points.length > 0 ? ['cue-points' as const] : []),
      ...(labels.length > 0 ? ['labels' as const] : []),
      ...(has('bext') ? ['bext' as const] : []),
      ...(has('cart') ? ['cart' as const] : []),
    ],
    points,
    timers: cart ? timersOf(cart, toMs) : [],
    info: new Map(within('INFO').map(({ name, body }) => [name, wordsOf(body)])),
  };
}

/** The chunks within a list. */
function split(body: Buffer, from: number): Chunk[] {
  const found: Chunk[] = [];
  for (let at = from; at + 8 <= body.length && found.length < mostChunks; ) {
    const size = body.readUInt32LE(at + 4);
    found.push({ name: body.toString('latin1', at, at + 4), body: body.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return found;
}

/** A text up to its zero byte: UTF-8 where it is that, else Windows-1252. */
function wordsOf(body: Buffer): string {
  const end = body.indexOf(0);
  const bytes = end < 0 ? body : body.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).trim();
  }
}

/** Cue points with their labels; a labelled text with a length makes a region of its point. */
function pointsOf(chunks: Chunk[], labels: Chunk[], toMs: (samples: number) => number): FilePoint[] {
  const cue = chunks.find(({ name, body }) => name === 'cue ' && body.length >= 4)?.body;
  if (!cue) return [];
  const idOf = ({ body }: Chunk) => (body.length >= 4 ? body.readUInt32LE(0) : -1);
  const points: FilePoint[] = [];
  for (let at = 4; at + 24 <= cue.length && points.length < mostPoints; at += 24) {
    const id = cue.readUInt32LE(at);
    const sample = cue.readUInt32LE(at + 20);
    const mine = labels.filter((label) => idOf(label) === id);
    const label = mine.find(({ name }) => name === 'labl');
    const region = mine.find(({ name, body }) => name === 'ltxt' && body.length >= 20);
    const length = region ? region.body.readUInt32LE(4) : 0;
    points.push({
      atMs: toMs(sample),
      toMs: length > 0 ? toMs(sample + length) : null,
      label: (label && wordsOf(label.body.subarray(4)).slice(0, labelLength)) || null,
    });
  }
  return points.sort((one, other) => one.atMs - other.atMs);
}

/** Where eight timers stand in a cart chunk, behind its fields of fixed length. */
const timersAt = 4 + 7 * 64 + 10 + 8 + 10 + 8 + 3 * 64 + 4;

function timersOf(cart: Buffer, toMs: (samples: number) => number): [string, number][] {
  const timers: [string, number][] = [];
  for (let at = timersAt; at + 8 <= cart.length && at < timersAt + 64; at += 8) {
    const name = cart
      .toString('latin1', at, at + 4)
      .replaceAll('\0', '')
      .trim();
    if (name) timers.push([name, toMs(cart.readUInt32LE(at + 4))]);
  }
  return timers;
}
