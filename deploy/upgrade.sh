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
has_systemd || fail 'o systemd não está em uso aqui.'
old=$(readlink -f "$current")

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
    systemctl restart "sonoteca-web@$port"
    is_ready "$port" || return 1
  done
  systemctl restart sonoteca-worker
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

# Switches program and units to a release.
put_on_air() {
  cp "$1"/deploy/systemd/*.service /etc/systemd/system/
  systemctl daemon-reload
  switch_to "$1"
  restart_all
}

if ! put_on_air "$new"; then
  put_on_air "$old" || say 'Aviso: a versão antiga também não responde.'
  rm -rf "$new"
  fail "a versão nova não respondeu (journalctl -u 'sonoteca-web@*'); de volta a $(basename "$old")."
fi

# The version before stays for going back; older ones go.
for release in "$releases"/*; do
  case $release in "$new" | "$old") ;; *) rm -rf "$release" ;; esac
done
say "No ar: $(basename "$new"). Para voltar: sh $old/deploy/upgrade.sh"
