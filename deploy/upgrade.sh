#!/bin/sh
# Upgrades an installation of install.sh: backup, the new version beside the old, migrations, health, switch; back
# again when it is not healthy. Run it as root from the new folder of `npm run pack`: sh deploy/upgrade.sh
# Migrations work with the version before (docs/changing.md), so that going back needs no restore.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
export LC_ALL=C.UTF-8
trial=3009

[ "$(id -u)" = 0 ] || fail 'rode como root.'
[ -L "$current" ] || fail 'não há uma instalação em /opt/sonoteca: rode install.sh.'
old=$(readlink -f "$current")

# SONOTECA_RESTART: a program that restarts a unit where systemd does not run.
restart() {
  if has_systemd; then systemctl restart "$1"; else "${SONOTECA_RESTART:?}" "$1"; fi
}

# Starts the new version on a port of its own: it migrates the database while the old one serves.
try_release() {
  (cd /etc/sonoteca && PORT=$trial exec runuser -u sonoteca -- "$1/node" "$1/main.js" --roles=web >"$log" 2>&1) &
  pid=$!
  result=0
  is_ready $trial $pid || result=1
  kill "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  return $result
}

# One process after the other, so that one always serves. Fails at the first that is not healthy.
restart_all() {
  for port in $ports; do
    restart "sonoteca-web@$port"
    is_ready "$port" || return 1
  done
  restart sonoteca-worker
}

say 'Backup…'
rm -rf /var/backups/sonoteca/before-upgrade
run_release "$old" backup /var/backups/sonoteca/before-upgrade || fail 'o backup falhou; nada mudou.'

new=$(put_release "$(cd "$here/.." && pwd)")
log=$(mktemp)
say "Experimentando $(basename "$new")…"
if ! try_release "$new"; then
  tail -n 20 "$log" >&2
  rm -rf "$new" "$log"
  fail 'a versão nova não iniciou; a antiga continua no ar.'
fi
rm -f "$log"

if has_systemd; then
  cp "$here"/systemd/*.service /etc/systemd/system/
  systemctl daemon-reload
fi
switch_to "$new"
if ! restart_all; then
  switch_to "$old"
  restart_all || say 'Aviso: a versão antiga também não responde.'
  fail "a versão nova não respondeu; de volta a $(basename "$old")."
fi

# The version before stays for going back; older ones go.
for release in "$releases"/*; do
  case $release in "$new" | "$old") ;; *) rm -rf "$release" ;; esac
done
say "No ar: $(basename "$new"). Para voltar: sh $old/deploy/upgrade.sh"
