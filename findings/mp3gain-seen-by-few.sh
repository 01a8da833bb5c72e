#!/usr/bin/env bash
# Guess: the ReplayGain that mp3gain writes into an MP3 is the gain that players of a radio find.
# Seen: mp3gain writes an APE tag behind the sound. MediaInfo shows it; ffprobe and Liquidsoap see no gain, and so do
# mpv and all that read by ffmpeg. With `-s i` mp3gain writes ID3, and all of them see it.
# Matters: a library that was 'levelled' by tags this way airs as loud as before, without a warning. The tag stays
# behind the sound in every copy, also where a new one in front says something else.
# mp3gain 1.6.2, ffmpeg 5.1.9, Liquidsoap 2.1.3, MediaInfo 23.04 (Debian 12), 2026-11-28.
set -euo pipefail

for program in ffmpeg mp3gain mediainfo liquidsoap; do
  command -v "$program" >/dev/null || { echo "missing: $program (apt install $program)" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

ffmpeg -v error -f lavfi -i 'anoisesrc=r=44100:d=5:a=0.9:seed=1' -ac 2 -c:a libmp3lame -b:a 192k "$tmp/ape.mp3"
cp "$tmp/ape.mp3" "$tmp/id3.mp3"
mp3gain -q -e "$tmp/ape.mp3" >/dev/null 2>&1
mp3gain -q -e -s i "$tmp/id3.mp3" >/dev/null 2>&1
cat > "$tmp/show.liq" <<LIQ
settings.init.allow_root.set(true)
settings.log.stdout.set(false)
settings.log.file.set(false)
def show(name) =
  list.iter(fun (tag) -> print("#{name} #{fst(tag)}"), file.metadata("$tmp/" ^ name))
end
show("ape.mp3")
show("id3.mp3")
LIQ
# Without an output Liquidsoap ends by itself, with an error.
timeout -k 2 30 liquidsoap "$tmp/show.liq" > "$tmp/liquidsoap" 2>&1 || true
grep -q 'ape.mp3 filename' "$tmp/liquidsoap" || { echo 'Liquidsoap does not run here' >&2; exit 2; }

seen() { if grep -i "$1" >/dev/null; then echo yes; else echo no; fi; }
for name in ape.mp3 id3.mp3; do
  mediainfo=$(mediainfo "$tmp/$name" | seen '^Replay gain ')
  ffprobe=$(ffprobe -v error -show_entries format_tags "$tmp/$name" | seen replaygain_track_gain)
  liquidsoap=$(seen "$name replaygain_track_gain" < "$tmp/liquidsoap")
  echo "$name: MediaInfo $mediainfo, ffprobe $ffprobe, Liquidsoap $liquidsoap"
done | tee "$tmp/said"
[[ $(cat "$tmp/said") == 'ape.mp3: MediaInfo yes, ffprobe no, Liquidsoap no
id3.mp3: MediaInfo yes, ffprobe yes, Liquidsoap yes' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
