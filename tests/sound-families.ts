import { seeded } from './seeded.ts';
/** Families of synthesised sounds: the same thing at another pitch, length and loudness, with more or less noise. */

export const soundRate = 44_100;
type Random = () => number;
/** @param pitch factor @param length factor */
type Family = (random: Random, pitch: number, length: number) => Float32Array;

const make = (seconds: number, at: (second: number, part: number) => number): Float32Array => {
  const length = Math.round(seconds * soundRate);
  return Float32Array.from({ length }, (_, sample) => at(sample / soundRate, sample / length));
};
const sine = (turns: number): number => Math.sin(2 * Math.PI * turns);
const saw = (turns: number): number => 2 * (turns - Math.floor(turns + 0.5));
const noise = (random: Random): number => 2 * random() - 1;

/** Lets low frequencies pass. */
function dull(sound: Float32Array, amount: number): Float32Array {
  let last = 0;
  return sound.map((value) => {
    last += amount * (value - last);
    return last;
  });
}

/** Lets one frequency pass, which may move. */
function resonate(sound: Float32Array, hertz: (second: number) => number, sharpness: number): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return sound.map((value, at) => {
    const turn = (2 * Math.PI * hertz(at / soundRate)) / soundRate;
    const width = Math.sin(turn) / (2 * sharpness);
    const passed = (width * (value - x2) + 2 * Math.cos(turn) * y1 - (1 - width) * y2) / (1 + width);
    [x2, x1, y2, y1] = [x1, value, y1, passed];
    return passed;
  });
}

function speech(random: Random, pitch: number, length: number): Float32Array {
  const sound = new Float32Array(Math.round(4 * length * soundRate));
  for (let from = 0; from < sound.length; ) {
    const size = Math.min(sound.length - from, Math.round(soundRate * (0.09 + 0.12 * random())));
    const kind = random();
    const vowel = [300, 700, 500, 400][Math.floor(random() * 4)] ?? 300;
    const begun = from / soundRate;
    const voice = make(size / soundRate, (second) => {
      if (kind > 0.85) return 0;
      return kind > 0.65 ? 0.3 * noise(random) : 0.7 * saw((begun + second) * 120 * pitch);
    });
    const formant = kind > 0.65 ? 4500 : vowel * Math.sqrt(pitch);
    const part = resonate(voice, () => formant, kind > 0.65 ? 1.5 : 4);
    for (let at = 0; at < size; at++) sound[from + at] = (part[at] ?? 0) * Math.sin((Math.PI * at) / size);
    from += size;
  }
  return sound;
}

function pluck(random: Random, pitch: number, length: number): Float32Array {
  const string = Float32Array.from({ length: Math.round(soundRate / (220 * pitch)) }, () => noise(random));
  return Float32Array.from({ length: Math.round(1.6 * length * soundRate) }, (_, at) => {
    const place = at % string.length;
    const value = string[place] ?? 0;
    string[place] = 0.497 * (value + (string[(place + 1) % string.length] ?? 0));
    return 0.5 * value;
  });
}

function beat(random: Random, pitch: number, length: number): Float32Array {
  const bpm = 100 + 20 * random();
  return make(6 * length, (second) => {
    const turns = (second * bpm) / 60;
    const [kick, hat] = [((turns % 1) * 60) / bpm, (((turns + 0.5) % 1) * 60) / bpm];
    const drum = Math.exp(-kick * 18) * sine(55 * pitch * kick + (1 - Math.exp(-kick * 30)) * 4);
    return 0.6 * drum + 0.3 * Math.exp(-hat * 60) * noise(random);
  });
}

/** Those that the weights and means of the timbre were chosen with. */
export const knownFamilies: Record<string, Family> = {
  tone: (_, pitch, length) => make(2 * length, (t) => 0.5 * sine(440 * pitch * t)),
  noise: (random, _, length) => make(2 * length, () => 0.4 * noise(random)),
  rumble: (random, pitch, length) =>
    dull(
      make(2 * length, () => noise(random)),
      0.03 * pitch,
    ).map((value) => 2.5 * value),
  beat,
  sweep: (_, pitch, length) =>
    make(1.5 * length, (t) => 0.5 * sine(pitch * (200 * t + (2800 * t * t) / (3 * length)))),
  bell: (_, pitch, length) =>
    make(3 * length, (t) =>
      [1, 2, 2.76, 5.4, 8.93].reduce(
        (sum, tone, at) =>
          sum + (0.35 * Math.exp(-t * (1.2 + at * 0.8)) * sine(500 * pitch * tone * t)) / (1 + at),
        0,
      ),
    ),
  speech,
  pluck,
  chord: (_, pitch, length) =>
    make(5 * length, (t, part) => {
      const voices = [1, 1.26, 1.5, 2].map(
        (tone) => saw(220 * pitch * tone * t) + saw(221 * pitch * tone * t),
      );
      return 0.075 * Math.min(1, part * 5, (1 - part) * 5) * voices.reduce((sum, voice) => sum + voice);
    }),
  siren: (_, pitch, length) => {
    let turns = 0;
    return make(4 * length, (t) => {
      turns += (pitch * (700 + 300 * sine(0.5 * t))) / soundRate;
      return 0.4 * (sine(turns) + 0.3 * sine(3 * turns));
    });
  },
  clicks: (_, pitch, length) =>
    make(4 * length, (t) => 0.8 * Math.exp(-(t % 0.25) * 900) * sine(2500 * pitch * (t % 0.25))),
  boom: (random, pitch, length) =>
    dull(
      make(3 * length, () => noise(random)),
      0.05 * pitch,
    ).map((value, at) => 3 * value * Math.exp((-2.2 * at) / soundRate / length)),
};

/** Those kept apart, to check what was chosen. */
export const otherFamilies: Record<string, Family> = {
  trill: (_, pitch, length) =>
    make(2 * length, (t) => 0.4 * sine((Math.floor(t * 16) % 2 ? 1400 : 1100) * pitch * t)),
  engine: (_, pitch, length) =>
    make(3 * length, (t) => 0.4 * saw(80 * pitch * t) * (0.6 + 0.4 * sine(9 * t))),
  snare: (random, pitch, length) =>
    make(
      0.5 * length,
      (t) => Math.exp((-14 * t) / length) * (0.5 * noise(random) + 0.4 * sine(190 * pitch * t)),
    ),
  wind: (random, pitch, length) =>
    resonate(
      make(5 * length, () => 3 * noise(random)),
      (t) => (500 + 250 * sine(0.25 * t)) * pitch,
      8,
    ),
  laser: (_, pitch, length) =>
    make(0.5 * length, (t) => 0.5 * Math.sign(sine(pitch * (2500 * t - (2200 * t * t) / length)))),
  melody: (random, pitch, length) => {
    const notes = Array.from({ length: 40 }, () => [0, 2, 4, 5, 7, 9, 11, 12][Math.floor(random() * 8)] ?? 0);
    return make(6 * length, (t) => {
      const hertz = 330 * pitch * 2 ** ((notes[Math.floor(t * 4) % 40] ?? 0) / 12);
      const tones = sine(hertz * t) + 0.4 * sine(2 * hertz * t) + 0.2 * sine(3 * hertz * t);
      return 0.4 * Math.exp(-2 * ((t * 4) % 1)) * tones;
    });
  },
  hiss: (random, _, length) => {
    let last = 0;
    return make(3 * length, () => {
      const value = noise(random);
      const step = value - last;
      last = value;
      return 0.3 * step;
    });
  },
  telephone: (_, pitch, length) =>
    make(5 * length, (t) => (t % 2 < 1 ? 0.3 * (sine(440 * pitch * t) + sine(480 * pitch * t)) : 0)),
};

/** Variants of a family: up to seven semitones up or down, 0.6 to 1.6 times as long, with noise 20 to 45 dB below. */
export function variantsOf(family: Family, count: number, seed: number): Float32Array[] {
  return Array.from({ length: count }, (_, at) => {
    const random = seeded(seed * 7919 + at);
    const pitch = 2 ** ((noise(random) * 7) / 12);
    const length = 0.6 + random();
    const below = 10 ** (-(20 + random() * 25) / 20);
    const gain = 0.3 + 0.7 * random();
    const clean = family(random, pitch, length);
    const power = clean.reduce((sum, value) => sum + value * value, 0) / clean.length;
    const added = Math.sqrt(power) * below * Math.sqrt(3);
    return clean.map((value) => Math.max(-1, Math.min(1, gain * (value + added * noise(random)))));
  });
}
