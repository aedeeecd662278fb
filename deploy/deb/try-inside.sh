#!/bin/sh
# Run as root in a bare Debian without network by try.mjs.
set -eu
cd /
began=$(date +%s)

# What is shown of all that is said here.
tell() {
  echo "    · $1"
}

put_in() {
  apt-get install -y --allow-downgrades "/$1" </dev/null
}

# What systemd would run, as it would.
start() {
  command=$(sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/bijli.service)
  (
    set -a
    . /etc/bijli/bijli.env
    set +a
    cd /var/lib/bijli
    export NODE_ENV=production DATA_DIR=/var/lib/bijli
    exec setpriv --reuid=bijli --regid=bijli --init-groups --no-new-privs $command
  ) 2>/tmp/server.log &
  server=$!
  /usr/lib/bijli/node /try/deploy/deb/await-ready.mjs || { cat /tmp/server.log; exit 1; }
}

stop() {
  kill -TERM "$server"
  wait "$server"
}

migrations() {
  ls /usr/lib/bijli/apps/server/drizzle | grep -c '\.sql$'
}

charge() {
  /usr/lib/bijli/node /try/deploy/deb/try-charge.mjs "$1" || { tail -20 /tmp/server.log; exit 1; }
}

put_in first.deb
install -d -m 0700 -o bijli -g bijli /srv/backups
bijli setup --answers /answers
[ "$(stat -c %a /etc/bijli/bijli.env)" = 600 ]
start
tell 'ready after a bare install'
bijli staff add --email owner@charge.example --role owner >/dev/null
cat >/try/stations.json <<'STATIONS'
{ "meta": {}, "stations": [{ "id": "first-station", "name": "First", "address": "1 First Road", "city": "Bengaluru",
  "state": "Karnataka", "pincode": "560001", "lat": 12.97, "lng": 77.59, "access": "public", "network": "First",
  "openHours": "24x7", "amenities": [], "autocharge": false, "tariff": [], "chargers": [] }] }
STATIONS
bijli stations import /try/stations.json
bijli chargers add --station first-station --id FIRST-1 --connector CCS2:60 --price 18.50 |
  sed -n 's/^ *secret *\([^ ]*\).*/\1/p' >/try/secret
/usr/lib/bijli/node /try/deploy/deb/try-equipment.mjs &
equipment=$!
until [ -f /try/equipped ]; do kill -0 "$equipment"; sleep 0.2; done
charge first
took=$(($(date +%s) - began))
[ "$took" -le 600 ]
tell "first charge $took s after the package"

charge begin
had=$(migrations)
stop
put_in second.deb
[ "$(migrations)" -gt "$had" ]
start
charge goes-on
bijli staff list | grep -q owner@charge.example
stop
put_in first.deb
[ "$(migrations)" -eq "$had" ]
start
charge goes-on
charge end
bijli ledger check
tell 'updated and rolled back in mid-charge'

bijli backup
stop
put_in second.deb
bijli restore --verify
start
bijli staff list | grep -q owner@charge.example
bijli ledger check
stop
kill "$equipment"
apt-get purge -y bijli </dev/null
[ -d /var/lib/bijli/postgres ] && [ -f /etc/bijli/bijli.env ]
tell 'restored, and removed with its data kept'
