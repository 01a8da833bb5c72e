#!/usr/bin/env bash
# Guess: ffprobe shows each track of a FLAC's cue sheet from its INDEX 01, where a CD player starts it.
# Seen: a chapter begins at the first index of its track. With an INDEX 00 that is the gap before the track: 3.0 s
# instead of 4.5 s, and the track before it ends there. Titles are empty, as the block has none.
# Matters: CDs of vinhetas and effects are archived as one FLAC with its cue sheet. Who cuts them by ffmpeg's chapters
# gets each sound with the silence before it, and the one before it cut short where it rings into the gap.
# ffmpeg 5.1.9, flac 1.4.2 (Debian 12), 2026-11-28.
set -euo pipefail

for program in ffmpeg ffprobe flac metaflac; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

ffmpeg -v error -f lavfi -i 'sine=440:r=44100:d=10' -ac 2 -map_metadata -1 -fflags +bitexact "$tmp/cd.wav"
# A CD counts 75 frames a second: 00:04:36 is 4.48 s.
cat > "$tmp/cd.cue" <<'CUE'
FILE "cd.wav" WAVE
  TRACK 01 AUDIO
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    INDEX 00 00:03:00
    INDEX 01 00:04:36
CUE
flac -s --cuesheet="$tmp/cd.cue" "$tmp/cd.wav" -o "$tmp/cd.flac"
second=$(ffprobe -v error -show_entries chapter=start_time -of csv=p=0 "$tmp/cd.flac" | sed -n 2p)
starts=$(metaflac --export-cuesheet-to=- "$tmp/cd.flac" | grep -A2 'TRACK 02' | grep 'INDEX 01' | tr -d ' ')
echo "the cue sheet in the FLAC: $starts; ffprobe's second chapter: $second"
[[ ${second%%[^0-9.]*} == 3.000000 && $starts == INDEX0100:04:36 ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
