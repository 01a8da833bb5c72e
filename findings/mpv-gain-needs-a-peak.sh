#!/usr/bin/env bash
# Guess: `mpv --replaygain=track` applies REPLAYGAIN_TRACK_GAIN when it stands in a file.
# Seen: without REPLAYGAIN_TRACK_PEAK beside it the gain is ignored, in FLAC as in MP3. ffmpeg's
# `volume=replaygain=track` applies it. R128_TRACK_GAIN of Opus needs no peak, and mpv adds 5 dB to it: it plays at the
# -18 LUFS of ReplayGain 2, not at the -23 LUFS that the tag is written for. ffmpeg's filter does not know that tag at
# all.
# Matters: a script that writes the gain alone changes nothing on a playout that uses mpv, and a folder of FLAC and
# Opus is levelled by three rules.
# mpv 0.35.1, ffmpeg 5.1.9 (Debian 12), 2026-11-28.
set -euo pipefail

for program in ffmpeg mpv; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

make() { # name, codec, tags…
  local name=$1 codec=$2
  shift 2
  local tags=()
  for tag; do tags+=(-metadata "$tag"); done
  ffmpeg -v error -f lavfi -i 'sine=1000:r=48000:d=1' -ac 2 -c:a "$codec" "${tags[@]}" "$tmp/$name"
}
make bare.flac flac 'REPLAYGAIN_TRACK_GAIN=-6.00 dB'
make both.flac flac 'REPLAYGAIN_TRACK_GAIN=-6.00 dB' REPLAYGAIN_TRACK_PEAK=0.125
# -6 dB as a fixed point number of Q7.8.
make gain.opus libopus R128_TRACK_GAIN=-1536

by_mpv() { # file: the factor that is applied
  mpv --no-config --msg-level=all=v --replaygain=track --ao=null "$1" 2>&1 |
    sed -n 's/.*Applying replay-gain: //p' | sed -n 1p
}
top() { ffmpeg -hide_banner -i "$1" -af "${2}volumedetect" -f null - 2>&1 | sed -n 's/.*max_volume: \(.*\) dB/\1/p'; }
by_ffmpeg() { # file: dB
  awk -v with="$(top "$1" volume=replaygain=track,)" -v without="$(top "$1" '')" 'BEGIN { printf "%.1f", with - without }'
}
mpv=$(by_mpv "$tmp/bare.flac")\ $(by_mpv "$tmp/both.flac")\ $(by_mpv "$tmp/gain.opus")
ffmpeg=$(by_ffmpeg "$tmp/bare.flac")\ $(by_ffmpeg "$tmp/both.flac")\ $(by_ffmpeg "$tmp/gain.opus")
echo 'FLAC with a gain alone, FLAC with gain and peak, Opus'
echo "mpv: factors $mpv"
echo "ffmpeg: dB $ffmpeg"
# 0.501: -6 dB; 0.891: -1 dB.
[[ $mpv =~ ^1\.0+\ 0\.501[0-9]*\ 0\.891[0-9]*$ && $ffmpeg == '-6.0 -6.0 0.0' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
