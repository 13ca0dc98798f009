// Writes what follows from the files of findings, src/rules/*/PV*.ts (the list of codes, the list of pages, docs/findings/), and from
// the rows of the model (its sentences, docs/reference/) and of hypervisors (tables of docs/hypervisors.md).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { followingFiles, readPages } from './pages/following-files';
import { withTables } from './pages/hypervisor-tables';
import { modelFiles } from './pages/model-files';

const ROOT = join(__dirname, '..');
const DOCS = join(ROOT, 'docs/findings');

const HYPERVISORS = 'docs/hypervisors.md';

const files = {
  ...followingFiles(readPages(ROOT)),
  ...modelFiles(ROOT),
  [HYPERVISORS]: withTables(readFileSync(join(ROOT, HYPERVISORS), 'utf8')),
};
mkdirSync(DOCS, { recursive: true });
for (const name of readdirSync(DOCS)) {
  rmSync(join(DOCS, name));
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}
