/** A sound whose pitch tells the time: so many Hertz at the beginning, and so many more each second. */
export const sweep = { from: 300, perSecond: 120, seconds: 40 };

/** ffmpeg's input: the sweep, with noise above it that comes and goes, so that a varying bit rate varies. */
export const sweepSource: readonly string[] = [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=0.3*sin(2*PI*(${sweep.from}*t+${sweep.perSecond / 2}*t*t)):s=44100:d=${sweep.seconds}`,
  '-f',
  'lavfi',
  '-i',
  `anoisesrc=r=44100:d=${sweep.seconds}:a=0.9:seed=3`,
  '-filter_complex',
  `[1]${'highpass=f=9000,'.repeat(3)}volume=eval=frame:volume=0.4*between(mod(t\\,13)\\,5\\,8)[noise];` +
    '[0][noise]amix=inputs=2,aformat=channel_layouts=stereo',
];

/** What a browser makes of a sound; times in seconds. */
export interface Heard {
  /** Null: it plays. */
  error: string | null;
  /** `duration` of the element. */
  length: number;
  /** By how much the sound at each place is ahead of `currentTime`; null: silence. */
  ahead: (number | null)[];
  /** Whether it ended when its last second was played. */
  ends: boolean;
}

/**
 * The body of an asynchronous function for a page: plays the sound at the address `args[0]`, or the sweep as a WAV when it
 * is null, seeks to the seconds in `args[1]`, and compares the pitch with `currentTime`. What is heard lags by half a window
 * of the analyser and by what the browser buffers: the WAV's own figure, `args[3]` for others, which are counted from it.
 */
export const hearingScript = `
  const [address, places, sweep, lag] = args;
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const within = (ms, promise) => Promise.race([promise.then(() => true, () => false), wait(ms).then(() => false)]);
  const event = (name) => new Promise((resolve) => audio.addEventListener(name, resolve, { once: true }));
  const exactly = () => {
    const rate = 44100;
    const samples = Int16Array.from({ length: sweep.seconds * rate }, (_, at) =>
      9000 * Math.sin(2 * Math.PI * (at / rate) * (sweep.from + (sweep.perSecond / 2) * (at / rate))));
    const text = (letters) => [...letters].map((letter) => letter.charCodeAt(0));
    const number = (value, bytes) => Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255);
    const size = samples.byteLength;
    const head = [...text('RIFF'), ...number(size + 36, 4), ...text('WAVEfmt '), ...number(16, 4), 1, 0, 1, 0,
      ...number(rate, 4), ...number(rate * 2, 4), 2, 0, 16, 0, ...text('data'), ...number(size, 4)];
    return URL.createObjectURL(new Blob([Uint8Array.from(head), samples], { type: 'audio/wav' }));
  };
  const audio = new Audio();
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 });
  context.createMediaElementSource(audio).connect(analyser).connect(new GainNode(context, { gain: 0 })).connect(context.destination);
  await within(3000, context.resume());
  const heard = { error: null, length: 0, ahead: [], ends: false };
  // WebKitGTK does not open a blob now and then.
  for (let tries = 0; tries < 3 && audio.readyState < 3; tries++) {
    const opened = within(15000, Promise.race([event('canplay'), event('error')]));
    audio.src = address ?? exactly();
    await opened;
  }
  if (audio.error || audio.readyState < 3) return { ...heard, error: 'does not open: ' + audio.error?.code };
  const bins = new Float32Array(analyser.frequencyBinCount);
  const width = context.sampleRate / analyser.fftSize;
  const second = () => {
    analyser.getFloatFrequencyData(bins);
    let top = Math.floor(250 / width);
    for (let at = top; at < 6000 / width; at++) if (bins[at] > bins[top]) top = at;
    const [left, middle, right] = [bins[top - 1], bins[top], bins[top + 1]];
    if (!(middle > -75)) return null;
    return ((top + (left - right) / (2 * (left - 2 * middle + right))) * width - sweep.from) / sweep.perSecond;
  };
  const goTo = async (place) => {
    const seeked = within(8000, event('seeked'));
    audio.currentTime = place;
    await seeked;
    if (audio.paused) await within(8000, audio.play());
  };
  for (const place of places) {
    await goTo(place);
    // What was buffered before is heard first. A wrong place stays wrong: both go on at the same speed.
    await wait(lag === null ? 2000 : 400);
    let ahead = null;
    for (const until = Date.now() + 4000; Date.now() < until; ) {
      const found = [];
      for (let at = 0; at < 9; at++) {
        await wait(37);
        const now = second();
        if (now !== null) found.push(now - audio.currentTime);
      }
      found.sort((a, b) => a - b);
      ahead = found.length > 4 ? found[found.length >> 1] : null;
      if (lag === null || (ahead !== null && Math.abs(ahead - lag) < 0.04)) break;
    }
    heard.ahead.push(ahead);
  }
  heard.length = audio.duration;
  const ended = within(8000, event('ended'));
  await goTo(audio.duration - 1);
  heard.ends = await ended;
  if (audio.error) heard.error = 'stops: ' + audio.error.code;
  audio.removeAttribute('src');
  audio.load();
  await context.close();
  return heard;
`;
