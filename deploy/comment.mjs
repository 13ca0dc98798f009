#!/usr/bin/env node
// Puts a review into the one comment of a pull request that is its own, and makes that where there is none.
//
// It reads what review.sh wrote and nothing else of the repository: run it in a job that has the token and none of its code.
//
//   OUT     where review.sh wrote; default: polyvirt-review
//   FORGE   github (default), gitea or gitlab
//   TOKEN   may write comments; of GitLab a project access token with the scope api, since CI_JOB_TOKEN may not write notes
//   AUTHOR  who TOKEN is; default: on github github-actions[bot], else the forge is asked
//
//   github, gitea: GITHUB_API_URL (default: https://api.github.com), REPOSITORY as owner/name, NUMBER of the pull request
//   gitlab:        CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, all set by GitLab
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { OUT: out = 'polyvirt-review', FORGE: forge = 'github', TOKEN: token = '' } = process.env;

/** How many comments a forge gives at once. */
const AT_ONCE = 100;

const FORGES = {
  github: () => issueComments('github-actions[bot]'),
  gitea: () => issueComments(),
  gitlab: () => ({
    headers: { 'PRIVATE-TOKEN': token },
    me: `${need('CI_API_V4_URL')}/user`,
    list: `${need('CI_API_V4_URL')}/projects/${need('CI_PROJECT_ID')}/merge_requests/${need('CI_MERGE_REQUEST_IID')}/notes`,
    query: 'sort=asc&order_by=created_at&',
    at: (list, id) => `${list}/${id}`,
    update: 'PUT',
    author: ({ author }) => author?.username,
    name: ({ username }) => username,
  }),
};

function issueComments(author) {
  const api = process.env.GITHUB_API_URL ?? 'https://api.github.com';
  const repository = `${api}/repos/${need('REPOSITORY')}/issues`;
  return {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    me: `${api}/user`,
    known: author,
    list: `${repository}/${need('NUMBER')}/comments`,
    query: '',
    at: (_list, id) => `${repository}/comments/${id}`,
    update: 'PATCH',
    author: ({ user }) => user?.login,
    name: ({ login }) => login,
  };
}

function need(name) {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`the variable ${name} is not set`);
  }
  return value;
}

async function call(api, url, method = 'GET', body = undefined) {
  const response = await fetch(url, {
    method,
    // A redirect to another machine would get the token too.
    redirect: 'error',
    headers: {
      ...api.headers,
      'user-agent': 'polyvirt-review',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
  });
  if (!response.ok) {
    throw new Error(`${method} ${url}: ${response.status} ${response.statusText}`);
  }
  return response.json();
}

/** The comment that this job made before: one with its marker that it wrote itself, since anybody may write a marker. */
async function ownComment(api, marker) {
  const author = process.env.AUTHOR || api.known || api.name(await call(api, api.me));
  const seen = new Set();
  for (let page = 1; ; page += 1) {
    const comments = await call(api, `${api.list}?${api.query}per_page=${AT_ONCE}&page=${page}`);
    const own = comments.find((each) => String(each.body).startsWith(marker) && api.author(each) === author);
    // A forge that knows no pages gives the same ones again.
    if (own !== undefined || comments.length < AT_ONCE || seen.has(comments[0].id)) {
      return own;
    }
    seen.add(comments[0].id);
  }
}

async function main() {
  if (!existsSync(join(out, 'status')) || !existsSync(join(out, 'review.md'))) {
    console.error(`polyvirt review: there is no review in ${out} to comment with`);
    return;
  }
  if (token === '') {
    console.error('polyvirt review: there is no TOKEN; the report is among the artifacts');
    return;
  }
  if (!Object.hasOwn(FORGES, forge)) {
    throw new Error(`FORGE is github, gitea or gitlab, not ${forge}`);
  }
  const body = readFileSync(join(out, 'review.md'), 'utf8');
  const [marker] = body.split('\n');
  if (!/^<!-- polyvirt-review: [\w./-]+ -->$/.test(marker)) {
    throw new Error(`${out}/review.md does not begin with a marker of polyvirt review`);
  }
  const api = FORGES[forge]();
  const own = await ownComment(api, marker);
  if (own !== undefined) {
    await call(api, api.at(api.list, own.id), api.update, body);
  } else if (readFileSync(join(out, 'status'), 'utf8').trim() !== '0') {
    // Nothing to say, and nothing said before: no comment.
    await call(api, api.list, 'POST', body);
  }
}

main().catch((error) => {
  console.error(`polyvirt review: ${error.message}`);
  process.exitCode = 1;
});
