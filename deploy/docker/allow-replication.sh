#!/bin/sh
# At the first start of the primary: lets the standby follow, by the password of the database's owner, and from the next start on has each
# commit wait for it.
set -eu
echo 'host replication bijli all scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql -U "$POSTGRES_USER" -d "$POSTGRES_DB" -c "alter system set synchronous_standby_names = 'standby'"
