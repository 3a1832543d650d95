import { engineTests } from '#test/setup/database-tests.ts';
import { hasPostgres, postgresAdvice } from '#test/setup/postgres.ts';
import { findOrInstallShell } from '#test/setup/chromium.ts';
import { findOrInstallFirefox, findOrInstallWebkit } from '#test/setup/install-engines.ts';
import {
  type StepOutcome,
  type Step,
  runBuild,
  runChecks,
  runPlaywright,
  runVitest,
} from './run-step.ts';
import { runSteps } from './run-steps.ts';

/** Steps that need no server or browser: `npm run check`. */
const quickSteps: Step[] = [
  { title: 'Format, types and lint', run: runStaticChecks },
  { title: 'Unit, architecture and catalogues', run: () => runVitest('unit*') },
  { title: 'Build', run: runBuild },
  { title: 'Budgets and compatibility', needs: 'Build', run: () => runVitest('built') },
];

/**
 * All checks, cheap ones first. Later steps run even if earlier ones fail, so that one run reports
 * everything. Exits with 1 if any failed.
 */
const allSteps: (Step | Step[])[] = [
  ...quickSteps,
  { title: 'Integration', run: runIntegration },
  { title: 'Integration, the embedded database', run: runEngineTests },
  { title: 'Components in Chromium', run: runComponents },
  { title: 'End to end in Chromium', needs: 'Build', run: runInChromium },
  // These two run in parallel, because each of them alone leaves a third of two cores idle.
  [
    { title: 'End to end in Firefox', needs: 'Build', run: runInFirefox },
    { title: 'End to end in WebKit', needs: 'Build', run: runInWebkit },
  ],
];

/** Runs these checks in parallel, because each is single-threaded. */
function runStaticChecks(): Promise<StepOutcome> {
  return runChecks([
    ['oxfmt', ['--check']],
    ['tsc', ['-p', '.']],
    ['oxlint', ['--type-aware', '--deny-warnings']],
  ]);
}

/**
 * Runs the integration tests on PostgreSQL as in production, or on the embedded database if there is no PostgreSQL. CI
 * requires PostgreSQL, because a partial run would look complete.
 */
async function runIntegration(): Promise<StepOutcome> {
  if (hasPostgres()) return runVitest('integration*', { TEST_DATABASE: 'postgres' });
  if (process.env['CI'] === 'true') throw new Error(postgresAdvice);
  const outcome = await runVitest('integration*', { TEST_DATABASE: 'pglite' });
  return { ...outcome, details: `ON THE EMBEDDED DATABASE. ${postgresAdvice}` };
}

/** Runs the tests that depend on the database engine again, on the embedded database. */
async function runEngineTests(): Promise<StepOutcome> {
  if (hasPostgres()) return runVitest('integration*', { TEST_DATABASE: 'pglite' }, engineTests());
  return {
    passed: 0,
    failed: 0,
    skipped: 1,
    details: 'all integration tests already ran on the embedded database',
  };
}

/** Tests the states of single screens in Chromium, with a fake server: `test/components`. */
async function runComponents(): Promise<StepOutcome> {
  findOrInstallShell();
  return runVitest('components', {}, ['--config', 'vitest-components.config.ts']);
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
  // Without this, the two parallel runs would overwrite each other's lines in the terminal.
  const environment = { PLAYWRIGHT_FORCE_TTY: '0' };
  return runPlaywright(`playwright-${project}`, [...config, '--project', project], environment);
}

await runSteps(process.argv[2] === 'quick' ? quickSteps : allSteps);
