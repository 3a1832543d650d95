import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '#schemas/durations.ts';
import { cache, root } from '../paths.ts';
import { buildApp } from '../vite/build-app.ts';
import {
  readPlaywright,
  readVitest,
  type PlaywrightReport,
  type Tally,
  type TestResults,
  type VitestReport,
} from './test-report.ts';

/** Result of a step; `details` is an explanation for the summary. */
export type StepOutcome = Tally &
  Partial<Pick<TestResults, 'durations' | 'failures' | 'flaky'>> & { details?: string };

/** A step of the gate. */
export type Step = {
  title: string;
  /** Title of a step that must have passed. */
  needs?: string;
  run: () => Promise<StepOutcome>;
};

/** Timeout of a step, in milliseconds. */
const STEP_TIMEOUT_MS = 45 * MINUTE_MS;

const noResult = { passed: 0, failed: 1, skipped: 0 };

/** Builds the app into `dist/`. */
export async function runBuild(): Promise<StepOutcome> {
  await buildApp();
  return { passed: 1, failed: 0, skipped: 0 };
}

/** Runs tools in parallel. Each tool counts as one check, which passes if the exit code is 0. */
export async function runChecks(
  checks: readonly (readonly [program: string, args: string[]])[],
): Promise<StepOutcome> {
  const run = async ([program, args]: (typeof checks)[number]) => ({
    program,
    hasPassed: (await runTool(program, args)) === 0,
  });
  const failures = (await Promise.all(checks.map(run))).filter(({ hasPassed }) => !hasPassed);
  const tally = { passed: checks.length - failures.length, failed: failures.length, skipped: 0 };
  if (failures.length === 0) return tally;
  return { ...tally, details: failures.map(({ program }) => program).join(', ') };
}

/**
 * Runs the Vitest project with this name, or all projects that match a pattern, and counts the tests. If the only
 * error occurred outside the tests, it counts as one failure.
 * @param args files that restrict the run, and options
 */
export async function runVitest(
  project: string,
  environment: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<StepOutcome> {
  const name = [project.replaceAll('*', ''), ...Object.values(environment)].join('-');
  const report = newReportFile(`vitest-${name}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runTool(
    'vitest',
    ['run', '--project', project, ...reporters, ...args],
    environment,
  );
  return toOutcome(code, () => readVitest(readReport(report) as VitestReport, root));
}

/**
 * Runs end-to-end tests and counts them.
 * @param name name of the report
 * @param args test selection; the Chromium suite if empty
 */
export async function runPlaywright(
  name = 'playwright',
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<StepOutcome> {
  const report = newReportFile(name);
  const code = await runTool('playwright', ['test', ...args, '--reporter=list,json'], {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return toOutcome(code, () => readPlaywright(readReport(report) as PlaywrightReport));
}

/** Reads a report. `tallyOrNull` validates the counts, because another version of the tool may rename them. */
function readReport(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function toOutcome(code: number, read: () => StepOutcome): StepOutcome {
  const tally = tallyOrNull(read);
  if (tally === null) return { ...noResult, details: 'the tool wrote no report' };
  if (code === 0 && tally.passed === 0) return { ...tally, failed: 1, details: 'no tests ran' };
  if (code === 0 || tally.failed > 0) return tally;
  return { ...tally, failed: 1, details: 'an error outside the tests' };
}

function tallyOrNull(read: () => StepOutcome): StepOutcome | null {
  try {
    const outcome = read();
    const { passed, failed, skipped } = outcome;
    return [passed, failed, skipped].every(Number.isInteger) ? outcome : null;
  } catch {
    return null;
  }
}

function newReportFile(name: string): string {
  const path = join(cache, 'reports', `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/**
 * Runs a program from `node_modules/.bin`, whose output goes to this terminal. Resolves to its exit code.
 */
function runTool(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules', '.bin', program), args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: STEP_TIMEOUT_MS,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
