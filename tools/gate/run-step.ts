import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../paths.ts';
import {
  readPlaywright,
  readVitest,
  type PlaywrightReport,
  type Tally,
  type TestResults,
  type VitestReport,
} from './test-report.ts';

/** What became of a step; `why` says in a few words what there is to know beyond the numbers. */
export type StepOutcome = Tally &
  Partial<Pick<TestResults, 'failures' | 'repeated'>> & { why?: string };

/** One line of the gate: a title to read and what to run. */
export type Step = {
  title: string;
  /** The title of a step without whose result this one makes no sense. */
  needs?: string;
  run: () => Promise<StepOutcome>;
};

/** A step that hangs must not take the gate's whole time, in milliseconds. */
const longestStep = 45 * 60_000;

const none = { passed: 0, failed: 1, skipped: 0 };

/** Runs tools that are a single check each, all at once; each passes with exit code 0. */
export async function runChecks(
  checks: readonly (readonly [program: string, args: string[]])[],
): Promise<StepOutcome> {
  const run = async ([program, args]: (typeof checks)[number]) => ({
    program,
    isGood: (await runTool(program, args)) === 0,
  });
  const bad = (await Promise.all(checks.map(run))).filter(({ isGood }) => !isGood);
  const tally = { passed: checks.length - bad.length, failed: bad.length, skipped: 0 };
  if (bad.length === 0) return tally;
  return { ...tally, why: bad.map(({ program }) => program).join(', ') };
}

/**
 * Runs a project of vitest, or several by a pattern, and counts their tests. A run that fails beside its tests counts once more.
 * @param files only these; without any, all of the project
 */
export async function runVitest(
  project: string,
  environment: Record<string, string> = {},
  files: readonly string[] = [],
): Promise<StepOutcome> {
  const report = freshReport(`vitest-${project.replaceAll('*', '')}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runTool(
    'vitest',
    ['run', '--project', project, ...reporters, ...files],
    environment,
  );
  return concluded(code, () => readVitest(readReport(report) as VitestReport, root));
}

/**
 * Runs end-to-end tests and counts them.
 * @param name of their report
 * @param args which tests; without any, the Chromium suite
 */
export async function runPlaywright(
  name = 'playwright',
  args: string[] = [],
): Promise<StepOutcome> {
  const report = freshReport(name);
  const code = await runTool('playwright', ['test', ...args, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return concluded(code, () => readPlaywright(readReport(report) as PlaywrightReport));
}

/** The numbers in it are checked where they are counted, since another version may name them anew. */
function readReport(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function concluded(code: number, read: () => StepOutcome): StepOutcome {
  const tally = tallyOrNull(read);
  if (tally === null) return { ...none, why: 'it did not get as far as a report' };
  if (code === 0 && tally.passed === 0) return { ...tally, failed: 1, why: 'it ran no test' };
  if (code === 0 || tally.failed > 0) return tally;
  return { ...tally, failed: 1, why: 'an error outside the tests' };
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

function freshReport(name: string): string {
  const path = join(cache, 'reports', `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** Runs a program of `node_modules/.bin` with its output on this terminal; resolves to its exit code. */
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
      timeout: longestStep,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
