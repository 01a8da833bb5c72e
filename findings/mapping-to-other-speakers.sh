#!/usr/bin/env bash
# Guess: `pan=3.0|FC=c0` puts a mono voice into the centre of left, right and centre, `pan=quad|BL=c0` into the left at
# the back.
# Seen: the first is digital silence, the second comes from the two speakers in front, 7.7 dB lower. A pure mapping
# (all factors 1) is taken for ffmpeg's usual layout of that many channels, 2.1 and 4.0, and mixed from there into 3.0
# and quad. With a factor of 0.999 both are right, and so are layouts that are the usual one (5.0, 5.1, 4.0).
# Matters: a bed that is laid out for four speakers, or a voice for the centre, airs wrong or not at all, without a
# warning.
# ffmpeg 5.1.9 (Debian 12), 2026-11-28.
set -euo pipefail

command -v ffmpeg >/dev/null || { echo 'missing: ffmpeg' >&2; exit 2; }

peaks() { # channels of pan: the peak of each channel in dB
  ffmpeg -hide_banner -f lavfi -i 'sine=1000:r=48000:d=1' \
    -af "pan=$1,astats=measure_overall=none:measure_perchannel=Peak_level" -f null - 2>&1 |
    sed -n 's/.*Peak level dB: \(-[0-9]*\.[0-9]\|-inf\).*/\1/p' | paste -sd' '
}
seen=
for channels in '3.0|FC=c0' '3.0|FC=0.999*c0' '5.0|FC=c0' 'quad|BL=c0' 'quad|BL=0.999*c0'; do
  seen+="$channels: $(peaks "$channels")"$'\n'
done
printf '%s' "$seen"
[[ $seen == '3.0|FC=c0: -inf -inf -inf
3.0|FC=0.999*c0: -inf -inf -18.0
5.0|FC=c0: -inf -inf -18.0 -inf -inf
quad|BL=c0: -25.7 -25.7 -inf -inf
quad|BL=0.999*c0: -inf -inf -18.0 -inf
' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
