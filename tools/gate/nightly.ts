import { findOrInstallShell } from '#test/setup/chromium.ts';
import { type StepOutcome, runBuild, runChecks, runPlaywright, runVitest } from './run-step.ts';
import { runSteps } from './run-steps.ts';

/*
 * `npm run nightly` runs tests that take too long for the gate. Exits with 1 if any failed.
 */

/** Runs the long tests of `test/e2e/nightly` in Chromium. */
async function runNightlyInChromium(): Promise<StepOutcome> {
  findOrInstallShell();
  return runPlaywright('playwright-nightly', [], { NIGHTLY: '1' });
}

/** Sends many more generated requests than the gate. */
async function runContractFuzz(): Promise<StepOutcome> {
  return runVitest('integration', { NIGHTLY: '1' }, ['server/contract-fuzz']);
}

/** Simulates a country's year, with the console and the app. */
async function runYear(): Promise<StepOutcome> {
  return runPlaywright('playwright-year', ['--config', 'test/year/playwright.config.ts']);
}

/** Returns a function that runs one of the test programs, which counts as one check. */
const runProgram = (file: string) => () => runChecks([['node', [file]]]);

await runSteps([
  { title: 'Build', run: runBuild },
  { title: 'Every appearance in Chromium', needs: 'Build', run: runNightlyInChromium },
  { title: 'Generated requests', run: runContractFuzz },
  { title: 'A year of one country', needs: 'Build', run: runYear },
  { title: 'Three failovers under load', run: runProgram('test/load/failovers.ts') },
  { title: 'Soak', needs: 'Build', run: runProgram('test/soak/main.ts') },
]);
