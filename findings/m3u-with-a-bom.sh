#!/usr/bin/env bash
# Guess: a player skips the byte order mark that Windows programs put before '#EXTM3U' in an .m3u8.
# Seen: Liquidsoap takes the first line, mark and '#EXTM3U', for a file name: a list of two files has three entries.
# mpv and m3u8-parser read two. Titles of the files are right all the same.
# Matters: a stream that runs such a list in a loop tries a file that does not exist once each round, and a rule that
# counts entries, or that takes the first for the opening, is off by one.
# Liquidsoap 2.1.3 (Debian 12), 2026-11-28.
set -euo pipefail

command -v liquidsoap >/dev/null || { echo 'missing: liquidsoap (apt install liquidsoap)' >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

list='#EXTM3U\r\n#EXTINF:2,Abertura\r\na.mp3\r\n#EXTINF:2,Encerramento\r\nb.mp3\r\n'
printf "$list" > "$tmp/plain.m3u8"
printf "\xef\xbb\xbf$list" > "$tmp/marked.m3u8"
# Without an output Liquidsoap ends by itself, with an error.
cat > "$tmp/show.liq" <<LIQ
settings.init.allow_root.set(true)
settings.log.stdout.set(false)
settings.log.file.set(false)
def show(name) =
  entries = playlist.parse(path="$tmp/", "$tmp/" ^ name)
  print("#{name}: #{list.length(entries)}")
end
show("plain.m3u8")
show("marked.m3u8")
LIQ
seen=$({ timeout -k 2 30 liquidsoap "$tmp/show.liq" 2>&1 || true; } | grep 'm3u8: ' | paste -sd' ')
echo "$seen"
[[ $seen == 'plain.m3u8: 2 marked.m3u8: 3' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
