#!/bin/sh
# Reviews a branch for a job, and leaves review.md, review.html, review.json, review.sarif and status in a folder.
#
#   BASE      what to compare with: a ref, or a ref and a path (required)
#   HEAD      default: the working tree
#   DIR       where in the repository the platform or its manifests are; default: .
#   OUT       where to write; default: polyvirt-review
#   POLYVIRT  how polyvirt is called; default: polyvirt
#   POLICY    a policy, best of the base branch, as origin/main:polyvirt-review.yaml; default: polyvirt-review.yaml
#   LABELS    labels of the pull request, separated by commas
#   MESSAGE   a file with the text of the pull request, for its trailers
#   LINK      where the whole page will be
#   FORGE     github, gitlab or gitea; default: github
#   MARKER    which comment this is; default: review
#   PROGRAMS  yes, to run the programs of the commits that are compared, as a platform in TypeScript needs: they are code of
#             the author of the commits, and have everything that this job has. Not for pull requests of strangers
#
# Exit code: 0 for a review that was made, whatever it says; status holds that of polyvirt: 0, 10 or 11, or 1 where something
# changes that was not judged: the comment says what, in place of an older one that may say otherwise. Anything else is passed
# on: a side that cannot be read is an error and not "no changes".
set -eu

out=${OUT:-polyvirt-review}
mkdir -p "$out"
rm -f "$out/status"

set -- review "$BASE"
[ -z "${HEAD:-}" ] || set -- "$@" "$HEAD"
set -- "$@" --merge-base --dir "${DIR:-.}" --forge "${FORGE:-github}" --marker "${MARKER:-review}" --format markdown \
  --write "$out/review.html" --write "$out/review.json" --write "$out/review.sarif"
if [ -n "${POLICY:-}" ]; then
  # A branch that has no policy yet has none in force: that of this one counts, if there is one.
  if [ -f "$POLICY" ] || git cat-file -e "$POLICY" 2> /dev/null; then
    set -- "$@" --policy "$POLICY"
  else
    echo "polyvirt review: there is no policy $POLICY" >&2
  fi
fi
[ -z "${LABELS:-}" ] || set -- "$@" --label "$LABELS"
[ -z "${MESSAGE:-}" ] || set -- "$@" --message "$MESSAGE"
[ "${PROGRAMS:-no}" != yes ] || set -- "$@" --programs
[ -z "${LINK:-}" ] || set -- "$@" --link "$LINK"

status=0
# Unquoted, since it may be several words, as npx polyvirt.
# shellcheck disable=SC2086
${POLYVIRT:-polyvirt} "$@" > "$out/review.md" || status=$?
case $status in
  0 | 10 | 11) echo "$status" > "$out/status" ;;
  1)
    if [ ! -s "$out/review.md" ]; then
      rm -f "$out/review.md"
      exit 1
    fi
    echo 1 > "$out/status"
    ;;
  *)
    rm -f "$out/review.md"
    exit "$status"
    ;;
esac
