#!/bin/sh
# Ceph's gateway in the place of the store: with its port, its identity and its bucket.
set -eu
identity() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p" /run/secrets/store-identities; }
id=11111111-2222-4333-8444-555555555555
cat > /tmp/ceph.conf <<CONF
[global]
fsid = $id
mon_host = v1:127.0.0.1:6789
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_crush_chooseleaf_type = 0
osd_crush_update_on_start = false
osd_class_update_on_start = false
run_dir = /tmp
pid_file = /tmp/\$name.pid
log_file = /tmp/\$name.log
mon_data = /data/mon
osd_data = /data/osd
bluestore_block_size = 1073741824
osd_memory_target = 500000000
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr2 = false
[mon.a]
host = localhost
[client.rgw]
rgw_frontends = beast port=8333
rgw_enable_apis = s3
CONF
export CEPH_CONF=/tmp/ceph.conf
if [ ! -d /data/osd ]; then
  mkdir -p /data/mon
  monmaptool --create --addv a v1:127.0.0.1:6789 --fsid $id /tmp/map
  ceph-mon -i a --mkfs --monmap /tmp/map
fi
ceph-mon -i a
if [ ! -d /data/osd ]; then
  until ceph osd new $id 0; do sleep 1; done
  mkdir /data/osd
  ceph mon getmap -o /tmp/map
  ceph-osd -i 0 --mkfs --monmap /tmp/map --osd-uuid $id
  ceph osd crush add osd.0 1.0 root=default host=localhost
fi
ceph-osd -i 0
if [ ! -e /data/user ]; then
  radosgw-admin -n client.rgw user create --uid academy --display-name academy \
    --access-key "$(identity accessKey)" --secret-key "$(identity secretKey)"
  touch /data/user
fi
radosgw -n client.rgw
until curl -sf http://127.0.0.1:8333/; do sleep 1; done
curl -sf --aws-sigv4 aws:amz:us-east-1:s3 --user "$(identity accessKey):$(identity secretKey)" \
  -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' -X PUT http://127.0.0.1:8333/fairlead
touch /tmp/has-bucket
trap 'kill $(cat /tmp/*.pid); exit' TERM
while :; do sleep 1 & wait $!; done
