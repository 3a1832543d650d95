import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** How many checks a step made, and how they went. */
export type Tally = { passed: number; failed: number; skipped: number };

/** A test that did not pass at its first try. */
export type TestFailure = { title: string; error: string };

/** What the report of a test runner says. */
export type TestResults = Tally & {
  failures: TestFailure[];
  /** Passed only at the second try: each is a fault to be found, here or in the app. */
  repeated: TestFailure[];
};

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    /** What was wrong with the file itself. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

export type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
};

export type PlaywrightSuite = {
  specs: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
};

type PlaywrightSpec = {
  file: string;
  title: string;
  tests: { status: string; results: { errors: { message?: string }[] }[] }[];
};

/**
 * What vitest's JSON report says; a test that failed once and then passed keeps its first error.
 * @param root the folder that the files are named from
 */
export function readVitest(report: VitestReport, root: string): TestResults {
  const troubles = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.map(({ fullName, status, failureMessages }) => ({
      title: `${file} › ${fullName.trim()}`,
      status,
      error: failureMessages[0] ?? '',
    }));
    return message === '' ? tests : [...tests, { title: file, status: 'failed', error: message }];
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: troubles.filter(({ status }) => status === 'failed').map(plain),
    repeated: troubles.filter(({ status, error }) => status === 'passed' && error).map(plain),
  };
}

/** What Playwright's JSON report says. */
export function readPlaywright({ stats, suites }: PlaywrightReport): TestResults {
  const specs = suites.flatMap(specsOf);
  const withStatus = (wanted: string) =>
    specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map(troubleOf);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: withStatus('unexpected'),
    repeated: withStatus('flaky'),
  };
}

/** A title and the beginning of what went wrong, indented: a log may be cut, and its end is read. */
export function describeFailure({ title, error }: TestFailure): string {
  const lines = error.split('\n').filter((line) => line.trim() !== '');
  return [title, ...lines.slice(0, ERROR_LINES).map((line) => `    ${line}`)].join('\n');
}

const ERROR_LINES = 12;

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function troubleOf({ file, title, tests }: PlaywrightSpec): TestFailure {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
  // Colours are for terminals.
  const error = stripVTControlCharacters(errors[0]?.message ?? '');
  return { title: `${file} › ${title}`, error };
}

function plain({ title, error }: TestFailure): TestFailure {
  return { title, error };
}
