#!/bin/sh
# Installs polyvirt for a job, and prints how it is called.
#
#   VERSION   what is installed: a version, exactly, or the address of a tarball; default: that of this folder
#   INTEGRITY the digest of the package as npm writes it (npm view polyvirt@VERSION dist.integrity): another one is an error
#   TOOLS     where to, outside of the repository; what is there already stays; default: a new folder
#   PROGRAMS  yes, for a platform in TypeScript: the polyvirt of its own package.json is taken, where npm ci installed one
#
# Nothing of the repository counts: an .npmrc in it could name another registry, and scripts of packages do not run.
set -eu

if [ "${PROGRAMS:-no}" = yes ] && [ -x node_modules/.bin/polyvirt ]; then
  echo "npx --no-install polyvirt"
  exit 0
fi
tools=${TOOLS:-$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/polyvirt-XXXXXX")}
if [ ! -x "$tools/node_modules/.bin/polyvirt" ]; then
  mkdir -p "$tools"
  (cd "$tools" && npm install --prefix . --ignore-scripts --no-audit --no-fund "polyvirt@${VERSION:-0.1.0}" >&2)
fi
# npm has compared what it got with what the registry says; that the registry says the same as ever is asked here.
if [ -n "${INTEGRITY:-}" ] && ! grep -qF "\"$INTEGRITY\"" "$tools/node_modules/.package-lock.json"; then
  echo "error: the digest of polyvirt ${VERSION:-0.1.0} is not $INTEGRITY" >&2
  exit 1
fi
echo "$tools/node_modules/.bin/polyvirt"
