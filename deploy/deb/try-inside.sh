#!/bin/sh
# Run as root in a bare Debian without network by try.mjs.
set -eu
cd /

put_in() {
  apt-get install -y ".$1" </dev/null
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
  /usr/lib/bijli/node /try/await-ready.mjs || { cat /tmp/server.log; exit 1; }
}

stop() {
  kill -TERM "$server"
  wait "$server"
}

put_in /first.deb
install -d -m 0700 -o bijli -g bijli /srv/backups
bijli setup --answers /answers
[ "$(stat -c %a /etc/bijli/bijli.env)" = 600 ]
start
echo 'ready after a bare install'
bijli staff add --email owner@charge.example --role owner >/dev/null
bijli backup
stop
put_in /second.deb
start
bijli staff list | grep -q owner@charge.example
bijli ledger check
stop
bijli restore --verify
start
bijli staff list | grep -q owner@charge.example
stop
apt-get purge -y bijli </dev/null
[ -d /var/lib/bijli/postgres ] && [ -f /etc/bijli/bijli.env ]
echo 'updated, restored, and removed with its data kept'
