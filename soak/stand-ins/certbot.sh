#!/bin/sh
# `certbot` where no authority is reached: a certificate that signs itself, for the last argument.
for host; do :; done
folder=/etc/letsencrypt/live/$host
mkdir -p "$folder"
exec openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj "/CN=$host" \
  -addext "subjectAltName=DNS:$host" -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2> /dev/null
