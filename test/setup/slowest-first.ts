import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './source-tree.ts';

/**
 * What waits longest, for a clock or for processes that come back. Vitest begins with the largest files, where it does not know
 * how long they take; these are small, and the last of them would have the machine to itself.
 */
const slowest = ['sync/request-storm', 'server/restore', 'server/process-stop', 'chaos/chaos'].map(
  (name) => join(root, 'test', `${name}.test.ts`),
);

const renamed = slowest.filter((file) => !existsSync(file));
if (renamed.length > 0) throw new Error(`There is no ${renamed.join(', ')} to begin with.`);

/** Vitest's order, but for what waits longest, which comes first of its group. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.config.sequence.groupOrder * 2 + (slowest.includes(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
