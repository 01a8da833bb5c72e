#!/usr/bin/env bash
# Guess: the artist 'AC/DC' is one artist, whichever ID3 version the file has.
# Seen: music-metadata takes '/' in ID3 2.3 for a separator in artist and composer: `artist` is 'AC', `artists` are
# 'AC' and 'DC'. In ID3 2.4 the same text stays whole, and so does a title or an album in either version. The text of
# 2.3 allows lists with '/', but ffprobe, MediaInfo, mutagen, eyeD3 and Kid3 keep the name.
# Matters: most files of Brazilian stations are 2.3, as Windows and old automation read it. Half a name goes into
# lists, searches and reports of what was aired.
# music-metadata 12.1.0 and ffprobe 5.1, 2026-11-28.
set -euo pipefail

for program in ffmpeg node npm; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
npm install --silent --no-audit --no-fund --prefix "$tmp" music-metadata@12.1.0 || { echo 'npm cannot install' >&2; exit 2; }

for version in 3 4; do
  ffmpeg -v error -f lavfi -i 'sine=440:d=1' -metadata artist=AC/DC -metadata title='24/7 Rock' \
    -id3v2_version $version "$tmp/$version.mp3"
done
cat > "$tmp/read.mjs" <<'JS'
import { parseFile } from 'music-metadata';
const { common } = await parseFile(process.argv[2]);
console.log(`${common.title} | ${common.artist} | ${common.artists?.join(' + ')}`);
JS
in3=$(node "$tmp/read.mjs" "$tmp/3.mp3")
in4=$(node "$tmp/read.mjs" "$tmp/4.mp3")
ffprobe=$(ffprobe -v error -show_entries format_tags=artist -of csv=p=0 "$tmp/3.mp3")
printf 'ID3 2.3: %s\nID3 2.4: %s\nffprobe of 2.3: %s\n' "$in3" "$in4" "$ffprobe"
[[ $in3 == '24/7 Rock | AC | AC + DC' && $in4 == '24/7 Rock | AC/DC | AC/DC' && $ffprobe == 'AC/DC' ]] ||
  { echo 'changed' >&2; exit 1; }
echo 'still so'
