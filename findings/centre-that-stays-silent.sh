#!/usr/bin/env bash
# Guess: `pan=3.0|FC=c0` puts a mono voice into the centre of left, right and centre.
# Seen: the file is digital silence, without a warning. With any other factor, `FC=0.999*c0`, the voice is there, and
# so it is with 4.0, 5.0 and 5.1, or when left gets it as well.
# Matters: a voice of a programme for surround is silent when its layout has three channels, and only listening tells.
# ffmpeg 5.1.9 (Debian 12), 2026-11-28.
set -euo pipefail

command -v ffmpeg >/dev/null || { echo 'missing: ffmpeg' >&2; exit 2; }

top() { # channels of pan: highest level in dB
  ffmpeg -hide_banner -f lavfi -i 'sine=1000:r=48000:d=1' -af "pan=$1,volumedetect" -f null - 2>&1 |
    sed -n 's/.*max_volume: \(.*\) dB/\1/p'
}
whole=$(top '3.0|FC=c0')
nearly=$(top '3.0|FC=0.999*c0')
in_five=$(top '5.0|FC=c0')
echo "3.0 whole: $whole dB, 3.0 nearly whole: $nearly dB, 5.0 whole: $in_five dB"
[[ $whole == -91.0 && $nearly == -18.1 && $in_five == -18.1 ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
