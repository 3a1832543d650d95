import { type FeatureKey, features } from './features.ts';

/** The parts of Playwright's JSON report used here: results and browser of each test. */
export interface EngineReport {
  readonly suites: readonly ReportedSuite[];
}
interface ReportedSuite {
  readonly file: string;
  readonly specs: readonly ReportedSpec[];
  readonly suites?: readonly ReportedSuite[];
}
interface ReportedSpec {
  readonly file: string;
  readonly title: string;
  readonly tests: readonly {
    readonly status: string;
    readonly expectedStatus: string;
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  }[];
}

/** One engine's run. */
export interface EngineRun {
  readonly engine: 'chromium' | 'firefox' | 'webkit';
  /** Human-readable: `Firefox 153.7.0esr`. */
  readonly version: string;
  /** Null without a run. */
  readonly report: EngineReport | null;
}

/** Annotation with the browser version in Firefox and WebKit tests. */
export const VERSION_ANNOTATION = 'engine';

const marks = {
  begin: '<!-- The table is written by `npm run browsers`. -->',
  end: '<!-- The end of the table. -->',
};

/** Returns the annotated version of a run; null without a run. */
export function versionIn(report: EngineReport | null): string | null {
  const annotations = specsOf(report).flatMap(({ tests }) =>
    tests.flatMap((testResult) => testResult.annotations),
  );
  return annotations.find(({ type }) => type === VERSION_ANNOTATION)?.description ?? null;
}

/** Engines whose run didn't cover all features, so their results would be missing from the table. */
export function incompleteRuns(runs: readonly EngineRun[]): EngineRun[] {
  return runs.filter((run) =>
    Object.entries(features).some(([key, feature]) => {
      const isTested = run.engine !== 'chromium' || feature.chromium.length > 0;
      return isTested && ['no test', 'not run'].includes(cellOf(run, key as FeatureKey));
    }),
  );
}

/** Markdown table of features by engine. */
export function browserTable(runs: readonly EngineRun[]): string {
  const rows = Object.entries(features).map(([key, { title }]) => [
    title,
    ...runs.map((run) => cellOf(run, key as FeatureKey)),
  ]);
  const header = ['feature', ...runs.map(({ version }) => version)];
  const widths = header.map((_, index) =>
    Math.max(...[header, ...rows].map((row) => (row[index] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

/**
 * Replaces the table between the document's markers.
 * @throws if the markers are missing
 */
export function replaceTable(document: string, table: string): string {
  const [begin, end] = [document.indexOf(marks.begin), document.indexOf(marks.end)];
  if (begin < 0 || end < begin) throw new Error('The document has no markers for the table.');
  const before = document.slice(0, begin + marks.begin.length);
  return `${before}\n\n${table}\n\n${document.slice(end)}`;
}

/** Features in a document's table, in order. */
export function featuresOfTable(document: string): string[] {
  const table = document.slice(document.indexOf(marks.begin), document.indexOf(marks.end));
  const rows = table.split('\n').filter((row) => row.startsWith('| '));
  return rows.slice(2).map((row) => row.split('|')[1]?.trim() ?? '');
}

function cellOf({ engine, report }: EngineRun, key: FeatureKey): string {
  const { title, chromium, unsupported } = {
    unsupported: undefined,
    ...features[key],
  } as {
    title: string;
    chromium: readonly string[];
    unsupported?: Partial<Record<string, string>>;
  };
  const reason = unsupported?.[engine];
  if (reason !== undefined) return `– ${reason}`;
  if (report === null) return 'not run';
  const matchingSpecs = specsOf(report).filter((spec) =>
    engine === 'chromium'
      ? chromium.some((name) => spec.file.endsWith(`${name}.e2e.ts`))
      : [title, ...SEPARATORS.map((sign) => title + sign)].some((prefix, index) =>
          index === 0 ? spec.title === prefix : spec.title.startsWith(prefix),
        ),
  );
  return verdict(matchingSpecs);
}

/** Separators between a feature's title and additions, such as a fault id or a case. */
const SEPARATORS = [' (', ': '];

function verdict(specs: readonly ReportedSpec[]): string {
  const executedSpecs = specs.filter(({ tests }) =>
    tests.some(({ status }) => status !== 'skipped'),
  );
  if (executedSpecs.length === 0) return 'no test';
  if (executedSpecs.some(({ tests }) => tests.some(({ status }) => status === 'unexpected')))
    return 'fails';
  const faults = executedSpecs
    .filter(({ tests }) => tests.some(({ expectedStatus }) => expectedStatus === 'failed'))
    .map(({ title }) => /\((\w+)\)$/.exec(title)?.[1] ?? '');
  return faults.length === 0 ? 'passes' : `known fault ${faults.join(', ')}`.trim();
}

function specsOf(report: EngineReport | null): ReportedSpec[] {
  const specsIn = ({ specs, suites = [] }: ReportedSuite): ReportedSpec[] => [
    ...specs,
    ...suites.flatMap(specsIn),
  ];
  return (report?.suites ?? []).flatMap(specsIn);
}
