#!/bin/sh
# Decides whether a job fails, by what review.sh left behind.
#
#   OUT      where review.sh wrote; default: polyvirt-review
#   FAIL_ON  blocked (default), changes or never
set -eu

status=$(cat "${OUT:-polyvirt-review}/status")
case ${FAIL_ON:-blocked}:$status in
  *:1)
    # As where a side cannot be read: whether anything is to be blocked is not known.
    echo "polyvirt review: something changes that was not judged" >&2
    exit 1
    ;;
  never:* | *:0 | blocked:10) exit 0 ;;
  blocked:11 | changes:11)
    echo "polyvirt review: blocked by policy" >&2
    exit 1
    ;;
  changes:10)
    echo "polyvirt review: something changes" >&2
    exit 1
    ;;
  *)
    echo "polyvirt review: FAIL_ON is blocked, changes or never, not ${FAIL_ON:-}" >&2
    exit 2
    ;;
esac
