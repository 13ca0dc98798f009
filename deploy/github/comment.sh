#!/bin/sh
# Puts a review into the one comment of a pull request that is its own, and makes that where there is none.
#
#   OUT         where review.sh wrote; default: polyvirt-review
#   REPOSITORY  owner/name
#   NUMBER      of the pull request
#   GH_TOKEN    a token that may write comments
set -eu

out=${OUT:-polyvirt-review}
marker=$(head -n 1 "$out/review.md")
found=$(gh api --paginate "repos/$REPOSITORY/issues/$NUMBER/comments" \
  --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
if [ -n "$found" ]; then
  gh api --method PATCH "repos/$REPOSITORY/issues/comments/$found" --field "body=@$out/review.md" --silent
elif [ "$(cat "$out/status")" != 0 ]; then
  # Nothing to say, and nothing said before: no comment.
  gh api --method POST "repos/$REPOSITORY/issues/$NUMBER/comments" --field "body=@$out/review.md" --silent
fi
