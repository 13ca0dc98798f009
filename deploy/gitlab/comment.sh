#!/bin/sh
# Puts a review into the one note of a merge request that is its own, and makes that where there is none.
#
#   OUT           where review.sh wrote; default: polyvirt-review
#   GITLAB_TOKEN  a project access token that may use the API; CI_JOB_TOKEN may not write notes
#   CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID are set by GitLab
set -eu

out=${OUT:-polyvirt-review}
notes=$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes
marker=$(head -n 1 "$out/review.md")
# The token comes on standard input: arguments of a process are there for everybody to see.
call() {
  printf 'header = "PRIVATE-TOKEN: %s"\n' "$GITLAB_TOKEN" | curl --config - --fail --silent --show-error "$@"
}
found=$(call "$notes?per_page=100&sort=asc" |
  MARKER=$marker node -e '
    let text = "";
    process.stdin.on("data", (part) => { text += part; }).on("end", () => {
      const note = JSON.parse(text).find(({ body }) => body.startsWith(process.env.MARKER));
      process.stdout.write(note === undefined ? "" : String(note.id));
    });')
if [ -n "$found" ]; then
  call --request PUT --data-urlencode "body@$out/review.md" "$notes/$found" > /dev/null
elif [ "$(cat "$out/status")" != 0 ]; then
  # Nothing to say, and nothing said before: no note.
  call --request POST --data-urlencode "body@$out/review.md" "$notes" > /dev/null
fi
