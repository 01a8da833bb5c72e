#!/usr/bin/env bash
# Guess: ffmpeg writes a chapter of a FLAC into an Opus file at the moment where it was.
# Seen: a chapter that begins in the second half of a second is written one second later: 4.5 becomes 5.5, 4.6 becomes
# 5.6, while 4.4 stays 4.4. The whole seconds are rounded, and the milliseconds added to them. MP3 and M4A are right;
# an Ogg with Vorbis gets no chapters at all, without a word.
# Matters: podcasts and long programmes carry their blocks as chapters. Half of the marks are a second late.
# ffmpeg 5.1.9 (Debian 12), 2026-11-28.
set -euo pipefail

for program in ffmpeg ffprobe; do
  command -v "$program" >/dev/null || { echo 'missing: ffmpeg' >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

starts_in() { # file
  ffprobe -v error -show_entries chapter=start_time -of csv=p=0 "$1" | cut -d. -f1-2 | sed 's/000$//' | paste -sd' '
}
written_as() { # file ending, codec
  ffmpeg -v error -y -f lavfi -i 'sine=440:r=48000:d=10' -i "$tmp/chapters.txt" -map_chapters 1 -map_metadata 1 \
    -c:a "$2" "$tmp/out.$1"
  starts_in "$tmp/out.$1"
}
{
  echo ';FFMETADATA1'
  for range in 0:4400 4400:6500 6500:8600 8600:10000; do
    printf '[CHAPTER]\nTIMEBASE=1/1000\nSTART=%s\nEND=%s\ntitle=Bloco\n' "${range%:*}" "${range#*:}"
  done
} > "$tmp/chapters.txt"

opus=$(written_as opus libopus)
mp3=$(written_as mp3 libmp3lame)
vorbis=$(written_as ogg libvorbis)
printf 'MP3: %s\nOpus: %s\nVorbis: %s\n' "$mp3" "$opus" "${vorbis:-none}"
[[ $mp3 == '0.000 4.400 6.500 8.600' && $opus == '0.000 4.400 7.500 9.600' && -z $vorbis ]] ||
  { echo 'changed' >&2; exit 1; }
echo 'still so'
