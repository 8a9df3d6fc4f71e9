#!/bin/sh
# LibreOffice 7.4.7 (Debian 12) converts 247 of 300 files that one command names, and reports success.
#
# Expected: all are converted, or the command says which are not and fails.
# Seen: 247 files, the exit code 0, and no word of the others.
# Why it matters: an office that turns its old crew lists or question tables into XLSX by one command loses the last of
# them without notice, before any list is uploaded. Fewer files at a time (100) are all converted.
# As root on Debian 12: installs its package libreoffice-calc-nogui where there is no LibreOffice.
set -eu
command -v soffice >/dev/null || apt-get install -y -qq --no-install-recommends 'libreoffice-calc-nogui=4:7.4.7*' >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir lists many few
for n in $(seq 300); do printf 'Name,Rank\nAsha %d,AB\n' "$n" >"lists/$n.csv"; done
convert() {
  to=$1
  shift
  soffice "-env:UserInstallation=file://$folder/profile" --headless --convert-to xlsx --outdir "$to" "$@" >said.txt 2>&1
}
convert many lists/*.csv && status=0 || status=$?
convert few lists/1*.csv
echo "$(soffice --version | head -n 1): of 300 files $(ls many | wc -l), exit code $status; of 111 files $(ls few | wc -l)"
[ "$(ls many | wc -l) $status $(ls few | wc -l)" = '247 0 111' ] || { echo 'This has changed.'; exit 1; }
