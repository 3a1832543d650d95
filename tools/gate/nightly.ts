import { findOrInstallShell } from '#test/setup/chromium.ts';
import { type StepOutcome, runBuild, runPlaywright } from './run-step.ts';
import { runSteps } from './run-steps.ts';

/** Runs the long tests of `test/e2e/nightly` in Chromium. */
async function runNightlyInChromium(): Promise<StepOutcome> {
  findOrInstallShell();
  return runPlaywright('playwright-nightly', [], { NIGHTLY: '1' });
}

/** `npm run nightly` runs tests that take too long for the gate. Exits with 1 if any failed. */
await runSteps([
  { title: 'Build', run: runBuild },
  { title: 'Every appearance in Chromium', needs: 'Build', run: runNightlyInChromium },
]);
