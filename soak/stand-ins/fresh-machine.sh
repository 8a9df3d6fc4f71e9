#!/bin/bash
# A machine on which Fairlead was never installed, with systemd: this one's files below an overlay that is thrown away.
# Root, devices, temporary files, network and processes are its own: what systemd does at a boot, such as emptying /tmp,
# does not reach this machine.
#
#   fresh-machine.sh FOLDER PROJECT      (FOLDER is on a disk, FOLDER/root is the machine's /root; needs root)
set -eu
folder=$1 project=$2
if [ "${3:-}" != inside ]; then
  group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/$(basename "$folder")
  mkdir "$group"
  echo $$ > "$group/cgroup.procs"
  exec unshare --mount --net --pid --cgroup --ipc --uts --fork --kill-child bash "$0" "$folder" "$project" inside
fi
mount --make-rprivate /
mkdir "$folder/upper" "$folder/work" "$folder/machine"
cd "$folder/machine"
mount -t overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" none .
cd "$folder/machine"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,ro,bind proc/sys
mount -t sysfs -o ro none sys
mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs none dev
for device in 'null 3' 'zero 5' 'full 7' 'random 8' 'urandom 9'; do
  mknod -m 666 "dev/${device% *}" c 1 "${device#* }"
done
mknod -m 666 dev/tty c 5 0
ln -s /proc/self/fd dev/fd
mkdir dev/shm dev/pts
mount -t devpts -o newinstance,ptmxmode=0666 none dev/pts
ln -s pts/ptmx dev/ptmx
# the installed academy has nothing of the sources
for place in dev/shm run tmp var/tmp "${project#/}"; do
  mkdir -p "$place"
  mount -t tmpfs -o mode=1777 none "$place"
done
mount --bind "$folder/root" root
ip link set lo up

rm -rf etc/fairlead opt/fairlead var/lib/fairlead var/backups/fairlead etc/systemd/system/fairlead* usr/local/bin/fairlead
rm -rf etc/systemd/system/*.wants etc/nginx/sites-enabled/*
echo '127.0.0.1 academy.example' >> etc/hosts
install -D -m 755 "$(dirname "$0")/certbot.sh" usr/local/sbin/certbot
# there is no kernel of its own to be set up
for unit in systemd-udevd systemd-udev-trigger systemd-sysctl systemd-modules-load systemd-timesyncd; do
  ln -sf /dev/null "etc/systemd/system/$unit.service"
done
pivot_root . mnt
cd /
umount --lazy /mnt
# as systemd expects it of a container: it mounts the secrets of a service in a process of its own
mount --make-rshared /
exec env -i container=namespaces PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=basic.target
