#!/usr/bin/env bash
# Guess: SoX decodes an MP3 to what other decoders make of it, give or take the silence that the encoder added.
# Seen: the last frame (1,152 samples, 26 ms) is missing, and the LAME info frame is played as 26 ms of silence at the
# beginning. Together the length looks right, while the sound is late by 51 ms and its end is cut off.
# Matters: a station id that ends on its last note loses it, and a loop gets a hole. Who converts a library with sox
# must decode with ffmpeg or mpg123 first.
# SoX 14.4.2 with libmad (Debian 12), 2026-11-28. ffmpeg 5.1 is the other decoder.
set -euo pipefail

for program in ffmpeg sox python3; do
  command -v "$program" >/dev/null || { echo "missing: $program (apt install $program libsox-fmt-mp3)" >&2; exit 2; }
done
[[ $(sox --help) == *'AUDIO FILE FORMATS:'*' mp3 '* ]] || { echo 'missing: libsox-fmt-mp3' >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Half a second of silence, then a tone up to the very end.
tone='if(lt(t,0.5),0,sin(2*PI*1000*t))'
ffmpeg -v error -f lavfi -i "aevalsrc='$tone':s=44100:d=2" "$tmp/tone.wav"
ffmpeg -v error -i "$tmp/tone.wav" -c:a libmp3lame -b:a 192k "$tmp/tone.mp3"

# Samples in all, and those before, within and behind the tone, from 32 bit floats.
cat > "$tmp/tone.py" <<'PY'
import array, sys
samples = array.array('f', sys.stdin.buffer.read())
loud = [at for at, value in enumerate(samples) if abs(value) > 0.3]
print(len(samples), loud[0], loud[-1] - loud[0])
PY
read -r _ f_start f_tone < <(ffmpeg -v error -i "$tmp/tone.mp3" -f f32le - | python3 "$tmp/tone.py")
read -r s_all s_start s_tone < <(sox "$tmp/tone.mp3" -t f32 - | python3 "$tmp/tone.py")
echo "ffmpeg: the tone begins at sample $f_start and lasts $f_tone"
echo "sox: the tone begins at sample $s_start and lasts $s_tone, of $s_all"

# 1,105: the delay of encoder and decoder, which ffmpeg takes away by the info frame.
[[ $((s_start - f_start - 1105 - 1152)) -ge -2 && $((s_start - f_start - 1105 - 1152)) -le 2 ]] || { echo 'changed: beginning' >&2; exit 1; }
[[ $((f_tone - s_tone)) -gt 500 ]] || { echo 'changed: end' >&2; exit 1; }
echo 'still so'
