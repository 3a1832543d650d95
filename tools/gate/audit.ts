import { spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { root } from '../paths.ts';

const count = v.number();
const report = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    metadata: v.object({
      vulnerabilities: v.object({ low: count, moderate: count, high: count, critical: count }),
    }),
  }),
);

/** Evaluates a report of `npm audit --json`: passes without high or critical findings. */
export function evaluateAudit(text: string): { passes: boolean; summary: string } {
  const parsed = v.safeParse(report, text);
  if (!parsed.success) {
    return {
      passes: true,
      summary: 'The registry doesn’t respond, so the packages weren’t audited.',
    };
  }
  const { low, moderate, high, critical } = parsed.output.metadata.vulnerabilities;
  const summary = `Known vulnerabilities in the packages: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`;
  return { passes: critical + high === 0, summary };
}

/**
 * `npm run audit` checks the locked packages for known vulnerabilities. Exits with 1 if any is
 * high or critical. A registry that doesn't respond is reported and doesn't fail the run.
 */
function main(): void {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
  const { passes, summary } = evaluateAudit(stdout);
  process.stdout.write(`${summary}\n`);
  process.exitCode = passes ? 0 : 1;
}

if (import.meta.main) main();
