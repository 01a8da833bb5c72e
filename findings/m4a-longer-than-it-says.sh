#!/usr/bin/env bash
# Guess: a sound of 2 s that ffmpeg encodes to M4A is 2 s long again when ffmpeg decodes it.
# Seen: the file says 2.000 s, in ffprobe too, and Chromium and Firefox play exactly these. ffmpeg takes away the 1,024
# samples at the beginning, but not what fills the last block: 888 samples more, 20 ms. music-metadata counts both,
# 2.023 s. MP3, Vorbis and FLAC come back exactly.
# Matters: a loop that was cut to the beat gets a gap of 20 ms when it is converted, and its length differs in list,
# player and delivered file. Only a count of the decoded samples is true for what was decoded.
# ffmpeg 5.1.9 (Debian 12), music-metadata 12.1.0, 2026-11-28.
set -euo pipefail

for program in ffmpeg ffprobe node npm; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
npm install --silent --no-audit --no-fund --prefix "$tmp" music-metadata@12.1.0 || { echo 'npm cannot install' >&2; exit 2; }

cat > "$tmp/read.mjs" <<'JS'
import { parseFile } from 'music-metadata';
const { format } = await parseFile(process.argv[2], { duration: true });
console.log(Math.round(format.duration * 1000));
JS
seen=
for way in m4a:aac mp3:libmp3lame ogg:libvorbis flac:flac; do
  file=$tmp/sound.${way%:*}
  ffmpeg -v error -f lavfi -i 'sine=440:r=44100:d=2' -c:a "${way#*:}" "$file"
  samples=$(($(ffmpeg -v error -i "$file" -f s16le - | wc -c) / 2))
  says=$(ffprobe -v error -show_entries stream=duration -of csv=p=0 "$file")
  seen+="${way%:*} $samples $says $(node "$tmp/read.mjs" "$file")"$'\n'
done
printf 'file, samples that ffmpeg decodes, seconds by ffprobe, ms by music-metadata\n%s' "$seen"
[[ $seen == 'm4a 89088 2.000000 2023
mp3 88200 '* && $seen == *'ogg 88200 2.000000 2000
flac 88200 2.000000 2000'* ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
