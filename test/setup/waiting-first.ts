import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What waits longest, for a clock or for processes that come back. Vitest begins with the largest files, where it does not know
 * how long they take; these are small, and the last of them would have the machine to itself.
 */
const waiting =
  /\/(?:sync\/request-storm|server\/restore|server\/process-stop|chaos\/chaos)\.test\.ts$/;

/** Vitest's order, but for what waits longest, which comes first of its group. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.config.sequence.groupOrder * 2 + (waiting.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
