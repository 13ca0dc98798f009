#!/bin/sh
# A hook that says what a commit does to virtual machines, and rejects it where a policy blocks it.
#
# Link it to .git/hooks/pre-commit, or use pre-commit-config.yaml. It looks at the working tree, as tests do.
#
#   POLYVIRT         how polyvirt is called; default: polyvirt
#   POLYVIRT_REVIEW  off, to commit without it
#   PROGRAMS         yes, to run the program of the last commit too, as a platform in TypeScript needs
set -eu

[ "${POLYVIRT_REVIEW:-on}" != off ] || exit 0
# The first commit of all has nothing to be compared with.
git rev-parse --verify --quiet HEAD > /dev/null || exit 0

[ "${PROGRAMS:-no}" != yes ] || set -- "$@" --programs
status=0
# Unquoted, since it may be several words, as npx polyvirt.
# shellcheck disable=SC2086
${POLYVIRT:-polyvirt} review HEAD "$@" >&2 || status=$?
case $status in
  0 | 10) exit 0 ;;
  11)
    echo "Blocked by policy. Commit with POLYVIRT_REVIEW=off if it is meant; the review of the branch asks again." >&2
    exit 1
    ;;
  *) exit "$status" ;;
esac
