#!/usr/bin/env bash
# Guess: `ffmpeg -c copy -write_bext 1` hands on the bext chunk that a WAV came with.
# Seen: reading and writing use different names. Description and originator are read as `comment` and `encoded_by`, and
# land in LIST INFO; in the new bext chunk they are empty, like the origination date and time. Reference, time
# reference and coding history stay. The chunk becomes version 1, so that the loudness of version 2 (EBU Tech 3285:
# integrated, range, true peak, momentary, short-term) is gone. ffprobe never shows these five values.
# Matters: a station finds its spots by the description in bext and trusts the loudness beside it. After one trip
# through ffmpeg there is a bext chunk that says neither.
# ffmpeg 5.1.9 (Debian 12), 2026-11-28.
set -euo pipefail

for program in ffmpeg python3; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

cat > "$tmp/bext.py" <<'PY'
import struct, sys

def chunks(data):
    at = 12
    while at + 8 <= len(data):
        name, size = data[at:at + 4], struct.unpack('<I', data[at + 4:at + 8])[0]
        yield name, data[at + 8:at + 8 + size]
        at += 8 + size + size % 2

def show(path):
    body = dict(chunks(open(path, 'rb').read()))[b'bext']
    version = struct.unpack('<H', body[346:348])[0]
    loudness = struct.unpack('<5h', body[412:422])
    texts = [body[a:b].rstrip(b'\0').decode() or '-' for a, b in [(0, 256), (256, 288), (288, 320), (320, 338)]]
    print(*texts, struct.unpack('<Q', body[338:346])[0], 'version', version, *loudness)

def make(path):
    samples = bytes(2 * 48000)
    fmt = struct.pack('<HHIIHH', 1, 1, 48000, 96000, 2, 16)
    bext = (b'Vinheta'.ljust(256, b'\0') + b'Radio'.ljust(32, b'\0') + b'SPOT-1'.ljust(32, b'\0') + b'2026-03-0110:00:00'
            + struct.pack('<QH', 48000 * 3600, 2) + bytes(64) + struct.pack('<5h', -2300, 500, -100, -1800, -2000) + bytes(180))
    body = b'WAVE' + b''.join(name + struct.pack('<I', len(part)) + part
                              for name, part in [(b'fmt ', fmt), (b'bext', bext), (b'data', samples)])
    open(path, 'wb').write(b'RIFF' + struct.pack('<I', len(body)) + body)

{'make': make, 'show': show}[sys.argv[1]](sys.argv[2])
PY
python3 "$tmp/bext.py" make "$tmp/in.wav"
ffmpeg -v error -i "$tmp/in.wav" -c copy -write_bext 1 "$tmp/out.wav"
before=$(python3 "$tmp/bext.py" show "$tmp/in.wav")
after=$(python3 "$tmp/bext.py" show "$tmp/out.wav")
shown=$(ffprobe -v error -show_entries format_tags:stream_tags "$tmp/in.wav" | grep -ci loudness || true)
printf 'before: %s\nafter: %s\nloudness lines of ffprobe: %s\n' "$before" "$after" "$shown"
[[ $before == 'Vinheta Radio SPOT-1 2026-03-0110:00:00 172800000 version 2 -2300 500 -100 -1800 -2000' &&
  $after == '- - SPOT-1 - 172800000 version 1 0 0 0 0 0' && $shown == 0 ]] ||
  { echo 'changed' >&2; exit 1; }
echo 'still so'
