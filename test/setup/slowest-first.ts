import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './source-tree.ts';

/**
 * Slowest test files: they wait for clocks or restarting processes, or send thousands of requests. By default vitest
 * starts the largest files first, so these small ones would run alone at the end.
 */
const slowest = [
  'server/contract-fuzz',
  'server/start-failures',
  'sync/request-storm',
  'server/full-disk',
  'server/restore',
  'server/process-stop',
  'server/flooding-address',
  'server/rolling-restart',
  'server/rolling-upgrade',
  'server/messages-process',
  'attack/attack',
  'chaos/chaos',
].map((name) => join(root, 'test', `${name}.test.ts`));

const missingFiles = slowest.filter((file) => !existsSync(file));
if (missingFiles.length > 0)
  throw new Error(
    `The list of slowest tests contains files that don’t exist: ${missingFiles.join(', ')}.`,
  );

/** Vitest's default order, but with the slowest files of each group first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.config.sequence.groupOrder * 2 + (slowest.includes(moduleId) ? 0 : 1);
    return sortedFiles.toSorted((a, b) => rank(a) - rank(b));
  }
}
