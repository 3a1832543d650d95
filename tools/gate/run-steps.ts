import { type StepOutcome, type Step } from './run-step.ts';
import { describeFailure, longestTests } from './test-report.ts';

type Result = { title: string; outcome: StepOutcome; seconds: number };

async function runStep(step: Step, earlierResults: Result[]): Promise<Result> {
  const prerequisite = earlierResults.find(
    ({ title, outcome }) => title === step.needs && outcome.failed > 0,
  );
  if (prerequisite) {
    const details = `not run, because "${prerequisite.title}" failed`;
    return {
      title: step.title,
      outcome: { passed: 0, failed: 1, skipped: 0, details },
      seconds: 0,
    };
  }
  print(`\n━━ ${step.title}`);
  const start = performance.now();
  const outcome = await step.run().catch(toFailedOutcome);
  return { title: step.title, outcome, seconds: (performance.now() - start) / 1000 };
}

function toFailedOutcome(error: unknown): StepOutcome {
  const details = error instanceof Error ? error.message : String(error);
  print(details);
  return { passed: 0, failed: 1, skipped: 0, details: details.split('\n')[0] ?? '' };
}

function describeResult({ title, outcome, seconds }: Result): string {
  const isSkipped = outcome.skipped > 0 && outcome.passed === 0;
  const passSymbol = isSkipped ? '–' : '✓';
  const mark = outcome.failed > 0 ? '✗' : passSymbol;
  const numbers = `${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} skipped`;
  const line = `${mark} ${title.padEnd(38)} ${seconds.toFixed(1).padStart(6)} s  ${numbers}`;
  return outcome.details === undefined ? line : `${line}\n    ${outcome.details}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs steps one after the other; the steps in a nested list run in parallel. Prints a summary, and sets the exit code
 * to 1 if any failed.
 */
export async function runSteps(steps: readonly (Step | readonly Step[])[]): Promise<void> {
  const results: Result[] = [];
  for (const step of steps) {
    const parallelSteps = [step].flat();
    const earlierResults = [...results];
    results.push(
      ...(await Promise.all(
        parallelSteps.map((parallelStep) => runStep(parallelStep, earlierResults)),
      )),
    );
  }
  printSummary(results);
}

function printSummary(results: readonly Result[]): void {
  const total = (key: 'passed' | 'failed' | 'skipped') =>
    results.reduce((sum, { outcome }) => sum + outcome[key], 0);
  const skippedText = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';

  print(`\n━━ Summary\n${results.map(describeResult).join('\n')}\n`);
  const printList = (heading: string, key: 'failures' | 'flaky') => {
    const lines = results.flatMap(({ title, outcome }) =>
      (outcome[key] ?? []).map((test) => `${title}: ${describeFailure(test)}`),
    );
    if (lines.length > 0) print(`━━ ${heading} (${lines.length})\n${lines.join('\n')}\n`);
  };
  const durations = results.flatMap(({ title, outcome }) =>
    (outcome.durations ?? []).map((test) => ({ ...test, title: `${title}: ${test.title}` })),
  );
  print(`━━ Longest tests`);
  for (const { title, seconds } of longestTests(durations))
    print(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
  print('');
  printList('Passed only on the second attempt', 'flaky');
  printList('Failed', 'failures');
  print(`${total('passed')} passed, ${total('failed')} failed${skippedText}`);
  process.exitCode = total('failed') > 0 ? 1 : 0;
}
