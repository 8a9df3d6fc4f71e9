#!/bin/sh
# numfmt 4.0.1 (npm) cannot be required, and TypeScript finds no types for it.
#
# Expected: require('numfmt') loads it, since its package.json has the entry 'require': './dist/index.cjs', and its types
# are in './dist/index.d.cts'. Version 3.2.6 can be imported and required.
# Seen: neither file is in the package: MODULE_NOT_FOUND, while import works.
# Why it matters: it shows numbers of workbooks as the sheet does (0000012345). An import that works hides that the types
# are missing; the program stays with 3.2.6.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent numfmt@4.0.1 numfmt3@npm:numfmt@3.2.6
cat >see.cjs <<'END'
const { existsSync } = require('node:fs');
const required = (name) => {
  try {
    return typeof require(name).format;
  } catch (error) {
    return error.code;
  }
};
const { version, types } = require('./node_modules/numfmt/package.json');
console.log(`3.2.6 required: ${required('numfmt3')}`);
console.log(`${version} required: ${required('numfmt')}`);
console.log(`${version} types ${types}: ${existsSync(`node_modules/numfmt/${types}`) ? 'there' : 'missing'}`);
import('numfmt').then(({ format }) => console.log(`${version} imported: ${typeof format}`));
END
node see.cjs | tee seen.txt
printf '%s\n' '3.2.6 required: function' '4.0.1 required: MODULE_NOT_FOUND' '4.0.1 types dist/index.d.cts: missing' \
  '4.0.1 imported: function' | cmp -s - seen.txt || { echo 'This has changed.'; exit 1; }
