#!/bin/sh
# sh deploy/gather.sh FOLDER: what the built shop needs to run, in a folder of its own (about 155 MB), without what built it.
set -eu
to=$1
mkdir -p "$to/bin" "$to/node_modules" "$to/app/server" "$to/deploy"
cp -a build scripts package.json "$to/"
cp -a deploy/health.js "$to/deploy/"
# The process of pictures runs from its sources, with sharp, which no bundle can hold.
cp -a app/kernel "$to/app/"
cp -a app/server/pictures "$to/app/server/"
for package in sharp @img detect-libc semver; do cp -a "node_modules/$package" "$to/node_modules/"; done
cp node_modules/node-linux-*/bin/node "$to/bin/node"
# Without the symbols of its debugger, which nobody has in there: 33 MB.
if command -v strip > /dev/null; then strip "$to/bin/node"; fi
# The owner's commands: shop orders list, shop data status ...
printf '#!/bin/sh\nexec /shop/bin/node --enable-source-maps /shop/scripts/run-owner-command.js "$@"\n' > "$to/bin/shop"
chmod 755 "$to/bin/shop"
find "$to/app" -name '*.test.ts' -delete
