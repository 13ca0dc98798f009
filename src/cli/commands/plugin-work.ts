// What the plugin does when it was not done before. Built into one file: see scripts/setup.mjs.

import { relative } from 'node:path';
import { failureText, noticeText, printedText } from '../../argocd/failure';
import { announcementText } from '../../argocd/given';
import type { Environment } from '../../argocd/settings';
import { inert } from '../../findings/escape/characters';
import { enterGate, usualPlaces } from '../../plugin/gate';
import { renderForPlugin } from '../../plugin/render';
import { type PluginRequest, readRequest } from '../../plugin/request';
import { announceParameters, inputsOf, readForPlugin } from '../../plugin/tree';
import { findSource } from '../../sources/find-source';
import { Deadline } from '../../sources/host/deadline';
import { repositoryRoot } from '../../sources/host/git';
import { isWorkspaceError } from '../../sources/host/open-text';
import { today } from '../../sources/host/process';
import { readTextOr } from '../../sources/host/read-text';
import { readPlatforms } from '../../sources/read-platforms';
import { cacheFolder } from '../../speed/folder';
import { PluginAnswers, type PluginQuestion } from '../start/plugin-answer';

/** What the plugin has to say, and how it ends. */
interface PluginOutcome {
  readonly code: 0 | 1;
  readonly out: Uint8Array;
  readonly err: string;
}

/**
 * Does what the plugin is asked for. Total: whatever happens ends in one decisive line and an exit code. What is said is
 * inert: Argo CD keeps it and shows it to everybody who sees the Application.
 */
export async function doPluginWork(asked: PluginQuestion, env: Environment): Promise<PluginOutcome> {
  try {
    return await work(asked, env);
  } catch (error) {
    const err = isWorkspaceError(error) ? failureText(error.findings, env, textsOf(asked)) : unexpected(error);
    return { code: 1, out: Buffer.alloc(0), err: inert(err) };
  }
}

async function work(asked: PluginQuestion, env: Environment): Promise<PluginOutcome> {
  const request = readRequest(env, asked.programs);
  const deadline = new Deadline(request.settings.deadlineMs);
  const answers = PluginAnswers.of(asked, env);
  let answer: ReturnType<PluginAnswers['recall']>;
  const entrance = await waitForTurn(request, deadline, answers, () => {
    answer = answers?.recall();
    return answer !== undefined;
  });
  try {
    answer ??= entrance.waitedMs > 50 ? answers?.recall() : undefined;
    if (answer !== undefined) {
      return { code: 0, out: answer.body, err: answer.notes.notices ?? '' };
    }
    return await workItOut(asked, request, env, deadline, answers);
  } finally {
    entrance.leave();
  }
}

/** As many at once as there are processors: the server that starts us sets no bound. */
async function waitForTurn(
  { settings }: PluginRequest,
  deadline: Deadline,
  answers: PluginAnswers | undefined,
  isDone: () => boolean,
): Promise<{ waitedMs: number; leave: () => void }> {
  // Without a cache too: it is the work that is bounded.
  const folder = answers?.folder ?? cacheFolder({});
  if (folder === undefined) {
    return { waitedMs: 0, leave: () => undefined };
  }
  return deadline.wait('waiting for a turn', () =>
    enterGate({
      folder: `${folder}/gate`,
      places: settings.renders ?? usualPlaces(),
      // The time left after that is enough for a render, as most take a second.
      patienceMs: Math.min(settings.waitMs ?? Number.POSITIVE_INFINITY, (deadline.leftMs * 2) / 3),
      isDone,
    }),
  );
}

async function workItOut(
  asked: PluginQuestion,
  request: PluginRequest,
  env: Environment,
  deadline: Deadline,
  answers: PluginAnswers | undefined,
): Promise<PluginOutcome> {
  // By the name that a person would use: the path of the copy says nothing to a reader.
  const source = findSource(relative(process.cwd(), asked.folder) || '.');
  const root = repositoryRoot(asked.folder, env.ARGOCD_APP_SOURCE_PATH);
  const early = answers?.statesOf(inputsOf(source, asked.folder, root, request.settings.policyFile)) ?? [];
  const place = { source, root, env, deadline };
  let body: Buffer;
  let notices = '';
  let dependencies: Awaited<ReturnType<typeof readForPlugin>>['dependencies'];
  if (asked.command === 'parameters') {
    const announced = await announceParameters(request, place);
    body = Buffer.from(announcementText(announced.parameters));
    dependencies = announced.dependencies;
  } else {
    const read = await readForPlugin(request, place);
    const rendered = renderForPlugin(read.tree, request, { env, today: today(), format: asked.format, deadline });
    body = rendered.body;
    const warnings = rendered.notices.length === 0 ? '' : noticeText(rendered.notices, env, textsOf(asked));
    notices = inert(warnings + printedText(read.printed, env));
    dependencies = read.dependencies;
  }
  // What was known beforehand was looked at before it was read.
  const known = new Set(early.map(([kind, name]) => `${kind} ${name}`));
  const late = dependencies.filter(([kind, name]) => !known.has(`${kind} ${name}`));
  answers?.remember([...early, ...(late.length === 0 ? [] : answers.statesOf(late))], { notes: { notices }, body });
  return { code: 0, out: body, err: notices };
}

/** Contents of the files that were read, which are not told. */
function textsOf({ folder }: PluginQuestion): string[] {
  try {
    const source = findSource(folder);
    return 'files' in source ? (readPlatforms(source.files).reads ?? []).map((file) => readTextOr(file, [])) : [];
  } catch {
    // Nothing was read where nothing is found.
    return [];
  }
}

/** The message may quote what was read, so it is left out. */
function unexpected(error: unknown): string {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const frame = /\bat [^\n]*/.exec(stack)?.[0]?.replace(/\(.*[\\/]/, '(') ?? '';
  return `error: polyvirt stopped unexpectedly (${name} ${frame}). Fix: report it at https://github.com/polyvirt/polyvirt/issues, with this line.\n`;
}
