#!/usr/bin/env bash
# Guess: a browser that cannot decode a WAV of 64 bit floats refuses it, as Chromium does.
# Seen: Firefox takes each double for two floats of 32 bits. A quiet tone of 2 s at -18 dBFS becomes 4 s of noise that
# peaks at 1.5, above full scale, while the element says 2 s. The same tone as 32 bit floats or integers is right.
# Matters: audio editors can export 64 bit floats. Who checks a delivery in headphones hears noise at full level, and a
# page that trusts 'no error' has shown the file as playable.
# Firefox 153.8.0esr (Debian 12), 2026-11-28. FIREFOX names another program.
set -euo pipefail

firefox=${FIREFOX:-firefox-esr}
for program in ffmpeg node "$firefox"; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for codec in pcm_f32le pcm_f64le; do
  ffmpeg -v error -f lavfi -i 'sine=1000:r=44100:d=2' -c:a $codec "$tmp/$codec.wav"
done
mkdir "$tmp/profile"
cat > "$tmp/hear.mjs" <<'JS'
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [firefox, folder] = process.argv.slice(2);
const hear = async () => {
  const said = [];
  for (const codec of ['pcm_f32le', 'pcm_f64le']) {
    const bytes = await (await fetch(`/${codec}.wav`)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes);
    const top = sound.getChannelData(0).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    said.push(`${codec} ${sound.length} ${top.toFixed(1)}`);
  }
  return said.join('\n');
};
const page = `<script>(${hear})().catch(String).then((body) => fetch('/said', { method: 'POST', body }))</script>`;
const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    for await (const part of request) process.stdout.write(part);
    response.end(() => browser.kill());
  } else if (request.url.endsWith('.wav')) response.end(readFileSync(folder + request.url));
  else response.setHeader('content-type', 'text/html').end(page);
});
let browser;
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}/`;
  const args = ['--headless', '--no-remote', '--profile', `${folder}/profile`, address];
  browser = spawn(firefox, args, { stdio: 'ignore' }).on('exit', () => process.exit());
  setTimeout(() => browser.kill(), 40_000);
});
JS
seen=$(node "$tmp/hear.mjs" "$firefox" "$tmp")
printf 'codec, decoded samples, highest sample\n%s\n' "$seen"
[[ $seen == $'pcm_f32le 88200 0.1\npcm_f64le 176400 1.5' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
