#!/usr/bin/env bash
# Guess: the text behind '#EXTINF:30,' is the title that Liquidsoap shows.
# Seen: it becomes `song`, and `title` is not set. If the text holds ' - ', what stands before is the artist and what
# stands behind the title: 'Bom Dia - Abertura' is 'Abertura' by the artist 'Bom Dia'. A comma in the text is kept. A
# PLS gives neither: its TitleN lines are dropped.
# Matters: what is aired is shown, and reported for royalties, by `artist` and `title`. A hyphen in the name of a
# programme makes it an artist, and the same list as PLS says nothing.
# Liquidsoap 2.1.3 (Debian 12), 2026-11-28.
set -euo pipefail

command -v liquidsoap >/dev/null || { echo 'missing: liquidsoap (apt install liquidsoap)' >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

printf '#EXTM3U\n#EXTINF:2,Chamada, ao vivo\na.mp3\n#EXTINF:2,Bom Dia - Abertura\nb.mp3\n' > "$tmp/list.m3u8"
printf '[playlist]\nFile1=a.mp3\nTitle1=Chamada\nLength1=2\nNumberOfEntries=1\nVersion=2\n' > "$tmp/list.pls"
# Without an output Liquidsoap ends by itself, with an error.
cat > "$tmp/show.liq" <<LIQ
settings.init.allow_root.set(true)
settings.log.stdout.set(false)
settings.log.file.set(false)
def show(name) =
  list.iter(fun (entry) -> print("entry #{fst(entry)}"), playlist.parse(path="$tmp/", "$tmp/" ^ name))
end
show("list.m3u8")
show("list.pls")
LIQ
seen=$({ timeout -k 2 30 liquidsoap "$tmp/show.liq" 2>&1 || true; } | sed -n 's/^entry //p')
echo "$seen"
[[ $seen == '[("extinf_duration", "2"), ("song", "Chamada, ao vivo")]
[("extinf_duration", "2"), ("artist", "Bom Dia"), ("title", "Abertura")]
[]' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
