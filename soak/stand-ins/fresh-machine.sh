#!/bin/bash
# A machine on which Fairlead was never installed, made of this one, for `unshare --mount --net --pid --fork`: its own
# settings, data, programs of its operator and network, none of the project's folder, and no systemd.
#
#   fresh-machine.sh FOLDER PROJECT      (the machine is in FOLDER/machine; FOLDER/root is its /root)
set -eu
folder=$1 project=$2 machine=$1/machine
mount --make-rprivate /
ip link set lo up
mkdir -p "$machine"
cp -a /etc "$machine/etc"
rm -rf "$machine/etc/fairlead" "$machine/etc/systemd/system/fairlead"* "$machine/etc/nginx/sites-enabled/"*
echo '127.0.0.1 academy.example' >> "$machine/etc/hosts"
for place in etc opt var/lib var/backups var/log var/tmp usr/local run; do
  mkdir -p "$machine/$place"
  mount --bind "$machine/$place" "/$place"
done
chmod 1777 /var/tmp
mount --bind "$folder/root" /root
mkdir -p /var/lib/nginx /var/log/nginx /usr/local/sbin /usr/local/bin
install -m 755 "$project/soak/stand-ins/systemctl.mjs" /usr/local/sbin/systemctl
install -m 755 "$project/soak/stand-ins/certbot.sh" /usr/local/sbin/certbot
# the installed academy has nothing of the sources
mount -t tmpfs none "$project"
echo ready
while :; do
  sleep 1000 &
  wait $!
done
