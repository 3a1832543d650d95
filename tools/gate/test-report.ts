import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Number of checks by result. */
export type Tally = { passed: number; failed: number; skipped: number };

/** A test that didn't pass on the first attempt. */
type TestFailure = { title: string; error: string };

/** A test with its duration, including fixtures and retries. */
type TestDuration = { title: string; seconds: number };

/** Results from a test runner's report. */
export type TestResults = Tally & {
  durations: TestDuration[];
  failures: TestFailure[];
  /** Tests that passed only on retry: each is a bug in the test or the app. */
  flaky: TestFailure[];
};

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    /** Error outside the tests, such as a failed import of the file. */
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages: string[];
      /** In ms; missing if the test didn't run. */
      duration?: number | null;
    }[];
  }[];
};

export type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
};

type PlaywrightSuite = {
  specs: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
};

type PlaywrightSpec = {
  file: string;
  title: string;
  tests: {
    status: string;
    /** Attempts; `duration` in ms. */
    results: { duration?: number; errors: { message?: string }[] }[];
  }[];
};

/**
 * Parses vitest's JSON report. A test that passed on retry keeps its first error.
 * @param root folder that file names are relative to
 */
export function readVitest(report: VitestReport, root: string): TestResults {
  const attempts = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.map(({ fullName, status, failureMessages }) => ({
      title: `${file} › ${fullName.trim()}`,
      status,
      error: failureMessages[0] ?? '',
    }));
    return message === '' ? tests : [...tests, { title: file, status: 'failed', error: message }];
  });
  const durations = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${relative(root, name)} › ${fullName.trim()}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
  return {
    durations,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: attempts.filter(({ status }) => status === 'failed').map(withoutStatus),
    flaky: attempts.filter(({ status, error }) => status === 'passed' && error).map(withoutStatus),
  };
}

/** Parses Playwright's JSON report. */
export function readPlaywright({ stats, suites }: PlaywrightReport): TestResults {
  const specs = suites.flatMap(specsOf);
  const withStatus = (expected: string) =>
    specs.filter(({ tests }) => tests.some(({ status }) => status === expected)).map(toFailure);
  return {
    durations: specs.map(toDuration),
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: withStatus('unexpected'),
    flaky: withStatus('flaky'),
  };
}

/** Returns the longest tests, longest first. */
export function longestTests(durations: readonly TestDuration[], count = 10): TestDuration[] {
  return durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
}

/** Formats the title and the first lines of the error, indented. Kept short, because long logs get truncated. */
export function describeFailure({ title, error }: TestFailure): string {
  const lines = error.split('\n').filter((line) => line.trim() !== '');
  return [title, ...lines.slice(0, ERROR_LINES).map((line) => `    ${line}`)].join('\n');
}

const ERROR_LINES = 12;

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function toFailure({ file, title, tests }: PlaywrightSpec): TestFailure {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
  // Strip colour codes.
  const error = stripVTControlCharacters(errors[0]?.message ?? '');
  return { title: `${file} › ${title}`, error };
}

function toDuration({ file, title, tests }: PlaywrightSpec): TestDuration {
  const attempts = tests.flatMap(({ results }) => results);
  const seconds = attempts.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000;
  return { title: `${file} › ${title}`, seconds };
}

function withoutStatus({ title, error }: TestFailure): TestFailure {
  return { title, error };
}
