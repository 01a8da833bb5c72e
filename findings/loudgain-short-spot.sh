#!/usr/bin/env bash
# Guess: loudgain leaves a sound that is too short to judge without a ReplayGain tag, or gives it 0 dB.
# Seen: a sound of 300 ms is shorter than the 400 ms that EBU R 128 measures at a time. Its loudness is "-inf", and
# loudgain writes REPLAYGAIN_TRACK_GAIN=inf dB into the file. It also counts it as "will clip".
# Matters: effects, stings and time signals are often that short. A folder of them that loudgain has tagged holds gains
# that are no numbers, and each player makes something else of them. A reader of tags must refuse them.
# loudgain 0.6.8 (Debian 12, 0.6.8+ds-3), 2026-11-28.
set -euo pipefail

for program in ffmpeg loudgain; do
  command -v "$program" >/dev/null || { echo "missing: $program (apt install $program)" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

gain_of() { # seconds
  ffmpeg -v error -y -f lavfi -i "sine=1000:r=48000:d=$1" -ac 2 "$tmp/sound.flac"
  loudgain -s i "$tmp/sound.flac" >/dev/null 2>&1
  ffprobe -v error -show_entries format_tags=REPLAYGAIN_TRACK_GAIN -of csv=p=0 "$tmp/sound.flac"
}

short=$(gain_of 0.3)
long=$(gain_of 0.5)
echo "300 ms: $short; 500 ms: $long"
[[ $short == 'inf dB' && $long =~ ^-?[0-9.]+\ dB$ ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
