import { engineTests } from '#test/setup/database-tests.ts';
import { hasPostgres, postgresAdvice } from '#test/setup/postgres.ts';
import { findOrInstallShell } from '#test/setup/chromium.ts';
import { findOrInstallFirefox, findOrInstallWebkit } from '#test/setup/install-engines.ts';
import { buildApp } from '../vite/build-app.ts';
import { type StepOutcome, type Step, runChecks, runPlaywright, runVitest } from './run-step.ts';
import { describeFailure, longestTests } from './test-report.ts';

/** Steps that need no server or browser: `npm run check`. */
const quick: Step[] = [
  { title: 'Format, types and lint', run: runStaticChecks },
  { title: 'Unit, architecture and catalogues', run: () => runVitest('unit*') },
  { title: 'Build', run: runBuild },
  { title: 'Budgets and compatibility', needs: 'Build', run: () => runVitest('built') },
];

/**
 * All checks, cheap ones first. Later steps run even if earlier ones fail, so that one run reports
 * everything. Exits with 1 if any failed.
 */
const all: Step[] = [
  ...quick,
  { title: 'Integration', run: runIntegration },
  { title: 'Integration, the embedded database', run: runEngineTests },
  { title: 'End to end in Chromium', needs: 'Build', run: runInChromium },
  { title: 'End to end in Firefox', needs: 'Build', run: runInFirefox },
  { title: 'End to end in WebKit', needs: 'Build', run: runInWebkit },
];

/** Each is single-threaded, so run them in parallel. */
function runStaticChecks(): Promise<StepOutcome> {
  return runChecks([
    ['oxfmt', ['--check']],
    ['tsc', ['-p', '.']],
    ['oxlint', ['--type-aware', '--deny-warnings']],
  ]);
}

async function runBuild(): Promise<StepOutcome> {
  await buildApp();
  return { passed: 1, failed: 0, skipped: 0 };
}

/**
 * Runs on PostgreSQL as in production, or on the embedded database if there is none. CI requires
 * PostgreSQL, because a partial run would look complete.
 */
async function runIntegration(): Promise<StepOutcome> {
  if (hasPostgres()) return runVitest('integration*', { TEST_DATABASE: 'postgres' });
  if (process.env['CI'] === 'true') throw new Error(postgresAdvice);
  const outcome = await runVitest('integration*', { TEST_DATABASE: 'pglite' });
  return { ...outcome, why: `ON THE EMBEDDED DATABASE. ${postgresAdvice}` };
}

/** Repeats the tests that depend on the database engine on the embedded database. */
async function runEngineTests(): Promise<StepOutcome> {
  if (hasPostgres()) return runVitest('integration*', { TEST_DATABASE: 'pglite' }, engineTests());
  return { passed: 0, failed: 0, skipped: 1, why: 'they all ran on it above' };
}

async function runInChromium(): Promise<StepOutcome> {
  findOrInstallShell();
  return runPlaywright();
}

async function runInFirefox(): Promise<StepOutcome> {
  findOrInstallFirefox();
  return runEngine('firefox');
}

async function runInWebkit(): Promise<StepOutcome> {
  findOrInstallWebkit();
  return runEngine('webkit');
}

/** Runs the main flows in another browser engine: `test/engines`. */
function runEngine(project: string): Promise<StepOutcome> {
  const config = ['--config', 'test/engines/playwright.config.ts'];
  return runPlaywright(`playwright-${project}`, [...config, '--project', project]);
}

type Result = { title: string; outcome: StepOutcome; seconds: number };

async function runStep(step: Step, earlier: Result[]): Promise<Result> {
  const prerequisite = earlier.find(
    ({ title, outcome }) => title === step.needs && outcome.failed > 0,
  );
  if (prerequisite) {
    const why = `not run, because "${prerequisite.title}" failed`;
    return { title: step.title, outcome: { passed: 0, failed: 1, skipped: 0, why }, seconds: 0 };
  }
  print(`\n━━ ${step.title}`);
  const start = performance.now();
  const outcome = await step.run().catch(failure);
  return { title: step.title, outcome, seconds: (performance.now() - start) / 1000 };
}

function failure(error: unknown): StepOutcome {
  const why = error instanceof Error ? error.message : String(error);
  print(why);
  return { passed: 0, failed: 1, skipped: 0, why: why.split('\n')[0] ?? '' };
}

function describeResult({ title, outcome, seconds }: Result): string {
  const mark = outcome.failed > 0 ? '✗' : outcome.skipped > 0 && outcome.passed === 0 ? '–' : '✓';
  const numbers = `${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} skipped`;
  const line = `${mark} ${title.padEnd(38)} ${seconds.toFixed(1).padStart(6)} s  ${numbers}`;
  return outcome.why === undefined ? line : `${line}\n    ${outcome.why}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const results: Result[] = [];
for (const step of process.argv[2] === 'quick' ? quick : all)
  results.push(await runStep(step, results));

const total = (key: 'passed' | 'failed' | 'skipped') =>
  results.reduce((sum, { outcome }) => sum + outcome[key], 0);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';

print(`\n━━ Summary\n${results.map(describeResult).join('\n')}\n`);
const list = (heading: string, key: 'failures' | 'repeated') => {
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
list('Passed only at the second try', 'repeated');
list('Failed', 'failures');
print(`${total('passed')} passed, ${total('failed')} failed${skipped}`);
process.exitCode = total('failed') > 0 ? 1 : 0;
