# Shared by install.sh and upgrade.sh.
# shellcheck shell=sh disable=SC2034

releases=/opt/sonoteca/releases
current=/opt/sonoteca/current
settings=/etc/sonoteca/.env
ports='3001 3002'
# Certificates that this machine trusts, such as those of a local authority, are good for the site too.
export NODE_USE_SYSTEM_CA=1

say() { printf '%s\n' "$*"; }
fail() { printf 'Erro: %s\n' "$*" >&2; exit 1; }

has_systemd() { [ -d /run/systemd/system ]; }

# The program with the site's settings, as the site's account. $1: a release.
run_release() {
  release=$1
  shift
  (cd /etc/sonoteca && exec runuser -u sonoteca -- "$release/node" "$release/main.js" "$@")
}

# Copies a packed folder beside the others, as root's: the site cannot change its own program. Prints where.
put_release() {
  version=$(sed -n 's/.*"version": "\([^"]*\)".*/\1/p' "$1/package.json" | head -n 1)
  [ -n "$version" ] || fail "$1 não é uma pasta do npm run pack."
  target=$releases/$version-$(date +%Y%m%d%H%M%S)
  mkdir -p "$releases"
  cp -a "$1" "$target.part"
  [ -x "$target.part/node" ] || ln -s "$(find_node)" "$target.part/node"
  chown -R root:root "$target.part"
  chmod -R u+rwX,go+rX,go-w "$target.part"
  mv "$target.part" "$target"
  printf '%s\n' "$target"
}

# Node 24 or newer, for a folder that was packed without it.
find_node() {
  for found in $(command -v node || true) /usr/local/bin/node; do
    [ -x "$found" ] || continue
    [ "$("$found" -p 'process.versions.node.split(".")[0]')" -lt 24 ] || { readlink -f "$found"; return; }
  done
  fail 'falta o Node 24: empacote com npm run pack -- --with-node, ou instale-o.'
}

# Switches in one step: a link is never half there.
switch_to() { ln -sfn "$1" "$current.new" && mv -T "$current.new" "$current"; }

# Whether the process on port $1 answers within a minute; $2: its id, to give up when it has ended.
is_ready() {
  tries=0
  while [ $tries -lt 60 ]; do
    [ -z "${2:-}" ] || kill -0 "$2" 2>/dev/null || return 1
    "$current/node" -e 'fetch(process.argv[1], { signal: AbortSignal.timeout(3000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' \
      "http://127.0.0.1:$1/readyz" && return 0
    tries=$((tries + 1))
    sleep 1
  done
  return 1
}
