#!/usr/bin/env bash
# Guess: a genre that a station made up, '(Vinhetas) Natal', is read as it was written.
# Seen: in ID3 2.3 a number in brackets names a genre of a list, and readers treat any brackets so. music-metadata
# gives ' Natal', with its blank, MediaInfo 'Vinhetas', ffprobe the whole. The genre '80', for a decade, is 'Folk' in
# all of them, number 80 of that list.
# Matters: genres are the folders of an automation. Brackets and bare numbers put a sound into another one, or into
# none.
# music-metadata 12.1.0, MediaInfo 23.04, ffprobe 5.1.9 (Debian 12), 2026-11-28.
set -euo pipefail

for program in ffmpeg ffprobe mediainfo node npm; do
  command -v "$program" >/dev/null || { echo "missing: $program (apt install mediainfo)" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
npm install --silent --no-audit --no-fund --prefix "$tmp" music-metadata@12.1.0 || { echo 'npm cannot install' >&2; exit 2; }

cat > "$tmp/read.mjs" <<'JS'
import { parseFile } from 'music-metadata';
const { common } = await parseFile(process.argv[2]);
console.log(common.genre?.map((genre) => `[${genre}]`).join(' + '));
JS
seen=
for genre in '(Vinhetas) Natal' 80; do
  ffmpeg -v error -y -f lavfi -i 'sine=440:d=1' -metadata genre="$genre" -id3v2_version 3 "$tmp/sound.mp3"
  seen+="$genre: $(node "$tmp/read.mjs" "$tmp/sound.mp3"), "
  seen+="[$(mediainfo --Output='General;%Genre%' "$tmp/sound.mp3")], "
  seen+="[$(ffprobe -v error -show_entries format_tags=genre -of csv=p=0 "$tmp/sound.mp3")]"$'\n'
done
printf 'written: music-metadata, MediaInfo, ffprobe\n%s' "$seen"
[[ $seen == '(Vinhetas) Natal: [ Natal], [Vinhetas], [(Vinhetas) Natal]
80: [Folk], [Folk], [Folk]
' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
