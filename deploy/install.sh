#!/bin/sh
# Installs Sonoteca on one machine with Debian 12 or 13: PostgreSQL, a proxy with TLS, two web processes, a worker,
# backups. Run it as root from a folder of `npm run pack`: sh deploy/install.sh
#
# It asks what it does not find among these, and may be repeated: DOMAIN, SMTP_URL, MAIL_FROM, STRIPE_SECRET_KEY,
# STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_MONTHLY, STRIPE_PRICE_SEMESTER, STRIPE_PRICE_ANNUAL, ADMIN_EMAIL,
# ADMIN_PASSWORD, PROXY (caddy, nginx or none), TLS (public, or internal for a local authority).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

[ "$(id -u)" = 0 ] || fail 'rode como root.'
. /etc/os-release
case "${ID:-}-${VERSION_ID:-}" in
  debian-12 | debian-13) ;;
  *) say "Aviso: feito para Debian 12 e 13; este é ${PRETTY_NAME:-desconhecido}." ;;
esac

# The value of a setting that is installed already.
installed() { [ ! -f "$settings" ] || sed -n "s/^$1=\"\{0,1\}\(.*[^\"]\)\"\{0,1\}\$/\1/p" "$settings" | tail -n 1; }

# Fills a variable: from the environment, from the installed settings, or by a question.
ask() {
  name=$1 question=$2
  eval "value=\${$name:-}"
  [ -n "$value" ] || value=$(installed "$name")
  if [ -z "$value" ] && [ -t 0 ]; then
    printf '%s: ' "$question"
    read -r value
  fi
  eval "$name=\$value"
}

# Writes a setting once; a second installation replaces its value. No value: nothing.
set_setting() {
  name=$1 value=$2
  [ -n "$value" ] || return 0
  case $value in *'"'*) fail "$name não pode ter aspas." ;; esac
  { without_setting "$name"; printf '%s="%s"\n' "$name" "$value"; } | replace_settings
}

remove_setting() { without_setting "$1" | replace_settings; }

without_setting() { grep -v "^$1=" "$settings" || true; }

# Writes standard input as the settings, at once and readable for the site only.
replace_settings() {
  (umask 077 && cat >"$settings.part")
  chown root:sonoteca "$settings.part"
  chmod 0640 "$settings.part"
  mv "$settings.part" "$settings"
}

# 32 random bytes in hexadecimal digits.
random_hex() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

settle_questions() {
  ask DOMAIN 'Domínio do site (sonoteca.com.br)'
  [ -n "$DOMAIN" ] || fail 'falta DOMAIN.'
  case $DOMAIN in *[!A-Za-z0-9.-]*) fail "DOMAIN não é um nome de domínio: $DOMAIN" ;; esac
  ask SMTP_URL 'Servidor de e-mail (smtps://usuario:senha@servidor:465; vazio: nenhum)'
  ask MAIL_FROM 'Remetente (Sonoteca <nao-responda@sonoteca.com.br>; vazio: esse)'
  ask STRIPE_SECRET_KEY 'Chave secreta da Stripe (vazio: pagamento simulado)'
  if [ -n "$STRIPE_SECRET_KEY" ]; then
    ask STRIPE_WEBHOOK_SECRET 'Segredo do webhook da Stripe'
    ask STRIPE_PRICE_MONTHLY 'Preço mensal (price_…)'
    ask STRIPE_PRICE_SEMESTER 'Preço semestral (price_…)'
    ask STRIPE_PRICE_ANNUAL 'Preço anual (price_…)'
  fi
  ask ADMIN_EMAIL 'E-mail do primeiro administrador (vazio: depois)'
  PROXY=${PROXY:-$(installed PROXY)} TLS=${TLS:-$(installed TLS)}
  PROXY=${PROXY:-caddy} TLS=${TLS:-public}
}

install_packages() {
  packages='postgresql ffmpeg espeak-ng ca-certificates'
  [ "$PROXY" = none ] || packages="$packages $PROXY"
  missing=
  for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "Instalando$missing…"
  apt-get update -q >/dev/null
  # shellcheck disable=SC2086  # a list of words
  apt-get install -y -q --no-install-recommends $missing >/dev/null
}

make_account() {
  getent passwd sonoteca >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/sonoteca --shell /usr/sbin/nologin sonoteca
  install -d -o root -g sonoteca -m 0750 /etc/sonoteca
  install -d -o sonoteca -g sonoteca -m 0700 /var/lib/sonoteca /var/backups/sonoteca
  install -d -m 0755 /opt/sonoteca
}

as_postgres() { (cd / && runuser -u postgres -- "$@"); }

# A database of the account's name, by the socket: no password, and UTF-8 whatever the machine's locale is. The account
# may make databases: backups are restored there for a test.
make_database() {
  cluster=$(pg_lsclusters -h | sort -rn | head -n 1)
  [ -n "$cluster" ] || fail 'não há um servidor PostgreSQL (pg_lsclusters).'
  # shellcheck disable=SC2086  # version, name, port
  set -- $cluster
  version=$1 port=$3
  as_postgres pg_ctlcluster "$version" "$2" status >/dev/null 2>&1 || pg_ctlcluster "$version" "$2" start
  psql="psql -p $port -Atq -d postgres"
  # shellcheck disable=SC2086
  [ "$(as_postgres $psql -c "select 1 from pg_roles where rolname = 'sonoteca'")" = 1 ] ||
    as_postgres createuser -p "$port" --createdb sonoteca
  # shellcheck disable=SC2086
  [ "$(as_postgres $psql -c "select 1 from pg_database where datname = 'sonoteca'")" = 1 ] ||
    as_postgres createdb -p "$port" -O sonoteca -E UTF8 -T template0 --locale=C.UTF-8 sonoteca
  database_url="postgres://sonoteca@localhost:$port/sonoteca?host=/var/run/postgresql"
}

# A permission to do without something: taken back when it comes.
allow_without() {
  if [ -n "$1" ]; then
    remove_setting "$2"
  else
    set_setting "$2" true
    say "Aviso: $3"
  fi
}

# The key that backups are encrypted with: made once, because nothing opens them without it.
make_backup_key() {
  BACKUP_KEY=${BACKUP_KEY:-$(installed BACKUP_KEY)}
  if [ -z "$BACKUP_KEY" ]; then
    BACKUP_KEY=$(random_hex)
    say "Guarde fora desta máquina a BACKUP_KEY de $settings: sem ela nenhum backup abre."
  fi
  set_setting BACKUP_KEY "$BACKUP_KEY"
}

write_settings() {
  [ -f "$settings" ] || {
    (umask 077 && printf '# Settings of Sonoteca; all of them: %s/.env.example\n' "$current" >"$settings")
    set_setting SESSION_SECRET "$(random_hex)"
    # Only once: whoever has chosen a bucket keeps it. The units may write here.
    set_setting BACKUP_DIR /var/backups/sonoteca
  }
  set_setting DOMAIN "$DOMAIN"
  set_setting PROXY "$PROXY"
  set_setting TLS "$TLS"
  set_setting PUBLIC_URL "https://$DOMAIN"
  set_setting HOST 127.0.0.1
  set_setting TRUST_PROXY true
  set_setting DATA_DIR /var/lib/sonoteca
  make_backup_key
  set_setting DATABASE_URL "$database_url"
  for name in SMTP_URL MAIL_FROM STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET STRIPE_PRICE_MONTHLY STRIPE_PRICE_SEMESTER STRIPE_PRICE_ANNUAL; do
    eval "set_setting $name \"\${$name:-}\""
  done
  allow_without "$SMTP_URL" ALLOW_MAIL_FILES 'sem SMTP_URL ninguém recebe e-mails.'
  allow_without "$STRIPE_SECRET_KEY" ALLOW_SIMULATED_PAYMENTS 'sem Stripe o pagamento é simulado.'
}

write_units() {
  cp "$here"/systemd/*.service /etc/systemd/system/
  cat >/usr/local/bin/sonoteca <<'COMMAND'
#!/bin/sh
# The program's commands with the site's settings: sonoteca admin --email voce@radio.com.br
export NODE_USE_SYSTEM_CA=1
cd /etc/sonoteca && exec runuser -u sonoteca -- /opt/sonoteca/current/node /opt/sonoteca/current/main.js "$@"
COMMAND
  chmod 0755 /usr/local/bin/sonoteca
}

write_proxy() {
  case $PROXY in
    caddy)
      line='# certificates from a public authority'
      [ "$TLS" = public ] || line='tls internal'
      sed -e "s/@DOMAIN@/$DOMAIN/" -e "s/@TLS@/$line/" "$here/Caddyfile" >/etc/caddy/Caddyfile
      caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile >/dev/null 2>&1 || fail 'o Caddyfile não é válido.'
      ;;
    nginx)
      sed "s/@DOMAIN@/$DOMAIN/" "$here/nginx.conf" >/etc/nginx/sites-available/sonoteca
      ln -sf ../sites-available/sonoteca /etc/nginx/sites-enabled/sonoteca
      nginx -t -q || fail 'a configuração do nginx não é válida.'
      say 'O certificado: apt-get install certbot python3-certbot-nginx, e certbot --nginx.'
      ;;
    none) say 'Sem proxy: os processos atendem em 127.0.0.1:3001 e 3002.' ;;
    *) fail "PROXY=$PROXY não existe; use caddy, nginx ou none." ;;
  esac
}

start_all() {
  if ! has_systemd; then
    say 'O systemd não está em uso aqui: tudo está instalado, e nada foi iniciado.'
    return
  fi
  systemctl daemon-reload
  for port in $ports; do
    systemctl enable --quiet "sonoteca-web@$port"
    systemctl restart "sonoteca-web@$port"
    is_ready "$port" || fail "a porta $port não responde: journalctl -u sonoteca-web@$port"
  done
  systemctl enable --quiet sonoteca-worker
  systemctl restart sonoteca-worker
  [ "$PROXY" = none ] || { systemctl enable --quiet "$PROXY"; systemctl reload-or-restart "$PROXY"; }
  [ "$PROXY/$TLS" != caddy/internal ] || trust_authority
}

# The machine trusts Caddy's own authority, so that the site can call itself by its public address.
trust_authority() {
  authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
  tries=0
  until [ -f "$authority" ]; do
    tries=$((tries + 1))
    [ $tries -lt 30 ] || fail "o Caddy não criou $authority: journalctl -u caddy"
    sleep 1
  done
  cp "$authority" /usr/local/share/ca-certificates/sonoteca.crt
  update-ca-certificates >/dev/null 2>&1
  say "A autoridade local, para os navegadores: $authority"
}

settle_questions
install_packages
make_account
make_database
write_settings
switch_to "$(put_release "$(cd "$here/.." && pwd)")"
write_units
write_proxy
start_all
if [ -n "$ADMIN_EMAIL" ]; then
  run_release "$current" admin --email "$ADMIN_EMAIL" ${ADMIN_PASSWORD:+--password "$ADMIN_PASSWORD"}
else
  say 'O primeiro administrador: sonoteca admin --email voce@radio.com.br'
fi
say "Pronto: https://$DOMAIN"
