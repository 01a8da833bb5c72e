import { localTime } from '#platform/calendar.ts';
import { encodeLatin1 } from '../windows-1252.ts';
import type { Body } from './bodies.ts';
import type { TagFacts } from './facts.ts';

/** Fields of a fixed length, written one after the other; a longer text is cut. */
class Fields {
  readonly #parts: Buffer[] = [];

  text(value: string, length: number): this {
    const bytes = Buffer.alloc(length);
    // Room for a zero at the end, which some readers need.
    encodeLatin1(value)
      .subarray(0, length - 1)
      .copy(bytes);
    return this.raw(bytes);
  }

  /** A field that has no room for a zero, such as a date. */
  exact(value: string, length: number): this {
    const bytes = Buffer.alloc(length);
    bytes.write(value, 'latin1');
    return this.raw(bytes);
  }

  zeros(length: number): this {
    return this.raw(Buffer.alloc(length));
  }

  int32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    return this.raw(bytes);
  }

  int16(value: number): this {
    const bytes = Buffer.alloc(2);
    bytes.writeInt16LE(value);
    return this.raw(bytes);
  }

  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }

  done(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Loudness in hundredths; the value of the standard for 'unknown'. */
const hundredths = (value: number | null): number => (value === null ? 0x7fff : Math.round(value * 100));

/** Samples a second, and bits of each. */
interface Shape {
  rate: number;
  bits: number;
}

/** Places in a bext chunk (EBU Tech 3285): when it was recorded, its version, the material's UMID, how it was coded. */
const bextPlaces = { time: 338, version: 346, umid: 348, loudness: 412, history: 602 };

/**
 * The broadcast extension (EBU Tech 3285, version 2). The same samples keep the time, the UMID and the history of coding
 * that they came with. @param old the body of the chunk that it replaces
 */
function bext(facts: TagFacts, { rate, bits }: Shape, old: Buffer | null): Buffer {
  const { time, version, umid, loudness, history } = bextPlaces;
  const known = old && old.length >= history ? old : null;
  const hasUmid = known !== null && known.readUInt16LE(version) >= 1;
  const coded = known?.subarray(history).toString('latin1').replace(/\0.*$/s, '');
  return new Fields()
    .text(`${facts.title} (${facts.packageTitle})`, 256)
    .text(facts.siteName, 32)
    .text(facts.licenceId, 32)
    .exact(localTime(facts.madeAt).date, 10)
    .exact(localTime(facts.madeAt).time, 8)
    .raw(known?.subarray(time, version) ?? Buffer.alloc(8))
    .int16(2)
    .raw(hasUmid ? known.subarray(umid, loudness) : Buffer.alloc(64))
    .int16(hundredths(facts.loudnessLufs))
    .int16(0x7fff)
    .int16(hundredths(facts.truePeakDb))
    .int16(0x7fff)
    .int16(0x7fff)
    .zeros(180)
    .raw(Buffer.from(coded || `A=PCM,F=${rate},W=${bits}\r\n`, 'latin1'))
    .done();
}

/** The timers of the cart chunk: a name of four letters, and a sample. */
function timersOf({ cues }: TagFacts, rate: number): [string, number][] {
  if (!cues) return [];
  const sample = (ms: number) => Math.round((ms * rate) / 1000);
  return [
    ['AUDs', sample(cues.startMs)],
    ['INTs', sample(cues.startMs)],
    ...(cues.introMs === null ? [] : [['INTe', sample(cues.introMs)] as [string, number]]),
    ['SEGs', sample(cues.segueMs)],
    ['SEGe', sample(cues.endMs)],
    ['AUDe', sample(cues.endMs)],
  ];
}

/** The cart chunk (AES46): 2,048 bytes of fixed fields. */
function cart(facts: TagFacts, { rate, bits }: Shape): Buffer {
  const timers = new Fields();
  const set = timersOf(facts, rate);
  for (const [name, sample] of set) timers.exact(name, 4).int32(sample);
  return (
    new Fields()
      .exact('0101', 4)
      .text(facts.title, 64)
      .text(facts.siteName, 64)
      .text(facts.cutId, 64)
      .text(facts.station ?? '', 64)
      .text(facts.categoryName, 64)
      .text(facts.packageTitle, 64)
      .text('', 64)
      .exact(localTime(facts.madeAt).date.replaceAll('-', '/'), 10)
      .exact('00:00:00', 8)
      .exact('2099/12/31', 10)
      .exact('23:59:59', 8)
      .text(facts.siteName, 64)
      .text('1.0', 64)
      .text(`Licença ${facts.licenceId}`, 64)
      // The sample value of 0 dBFS.
      .int32(2 ** (Math.min(bits, 31) - 1))
      .raw(timers.done())
      .zeros(64 - 8 * set.length)
      .zeros(276)
      .text(facts.siteUrl, 1024)
      .done()
  );
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Everything of a WAV before its samples. @param body its fmt chunk, and what stays @param size bytes of the samples */
export function writeWavHead(
  { base, kept = Buffer.alloc(0), bext: old = null }: Pick<Body, 'base'> & Partial<Body>,
  size: number,
  facts: TagFacts | null,
): Buffer {
  const shape = { rate: base.readUInt32LE(4), bits: base.readUInt16LE(14) };
  const chunks = [
    chunk('fmt ', base),
    ...(facts ? [chunk('bext', bext(facts, shape, old)), chunk('cart', cart(facts, shape))] : []),
    kept,
  ];
  const dataHead = Buffer.alloc(8);
  dataHead.write('data', 'latin1');
  dataHead.writeUInt32LE(size, 4);
  const inner = Buffer.concat([Buffer.from('WAVE', 'latin1'), ...chunks, dataHead]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(inner.length + size, 4);
  return Buffer.concat([head, inner]);
}
