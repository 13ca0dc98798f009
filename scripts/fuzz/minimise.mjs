// Makes an input that fails smaller, as long as it fails in the same way.
import { judge } from './judge.mjs';
import { written } from './mutate.mjs';
import { compiled } from './seeds.mjs';

/** Failures of one place are of one kind: the first line of a stack that is ours. */
export function kindOf(problem) {
  return /\n\s+at .*/.exec(problem)?.[0].trim() ?? problem.replace(/\d+ ms/, 'long');
}

/** The smallest input that was found, with its files as data where they are some. */
export async function minimised(input, folder) {
  const kind = kindOf(await judge(input, folder));
  let best = input;
  const isAlike = async (files) => {
    const problem = await judge({ ...input, files }, folder);
    return problem !== undefined && kindOf(problem) === kind;
  };
  for (const name of Object.keys(input.files)) {
    const { [name]: text, ...others } = best.files;
    if (await isAlike(others)) {
      best = { ...best, files: others };
      continue;
    }
    const documents = read(String(text));
    if (documents === undefined) {
      continue;
    }
    const asText = (values) => values.map((value) => `---\n${written(value)}`).join('');
    if (!(await isAlike({ ...best.files, [name]: asText(documents) }))) {
      continue;
    }
    await prune(documents, () => isAlike({ ...best.files, [name]: asText(documents) }));
    best = { ...best, files: { ...best.files, [name]: asText(documents) } };
  }
  return best;
}

function read(text) {
  const { readYaml, isProblem } = compiled('src/kube/yaml/reader');
  const documents = [...readYaml(text)];
  return documents.some(isProblem) ? undefined : documents.map(({ value }) => value);
}

/** Leaves out, from the outside in, whatever is not needed. */
async function prune(holder, isStillWrong, depth = 0) {
  if (typeof holder !== 'object' || holder === null || depth > 60) {
    return;
  }
  if (Array.isArray(holder)) {
    for (let i = holder.length - 1; i >= 0; i--) {
      const [item] = holder.splice(i, 1);
      if (!(await isStillWrong())) {
        holder.splice(i, 0, item);
        await prune(item, isStillWrong, depth + 1);
      }
    }
    return;
  }
  for (const key of Object.keys(holder)) {
    const value = holder[key];
    delete holder[key];
    if (!(await isStillWrong())) {
      holder[key] = value;
      await prune(value, isStillWrong, depth + 1);
    }
  }
}
