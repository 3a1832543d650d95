import * as v from 'valibot';

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

/**
 * What a report of `npm audit --json` means.
 * @returns whether nothing in it is grave, and a sentence about it
 */
export function judgeAudit(text: string): { passes: boolean; says: string } {
  const read = v.safeParse(report, text);
  if (!read.success) {
    return { passes: true, says: 'The registry does not answer: the packages are not audited.' };
  }
  const { low, moderate, high, critical } = read.output.metadata.vulnerabilities;
  const says = `Known weaknesses of the packages: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`;
  return { passes: critical + high === 0, says };
}
