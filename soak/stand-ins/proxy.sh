#!/bin/sh
# What the image of nginx does at its start, so far as the compose file relies on it, with this machine's nginx.
set -eu
for script in /docker-entrypoint.d/*.envsh; do . "$script"; done
mkdir -p /etc/nginx/conf.d /var/lib/nginx
sed "s/\${RESOLVER}/$RESOLVER/" /etc/nginx/templates/default.conf.template > /etc/nginx/conf.d/default.conf
cat > /etc/nginx/nginx.conf <<'CONF'
user www-data;
error_log /dev/stderr notice;
events {}
http { include /etc/nginx/conf.d/*.conf; }
CONF
exec nginx -g 'daemon off;'
