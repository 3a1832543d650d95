import { expect, test } from 'vitest';
import {
  describeFailure,
  longestTests,
  readPlaywright,
  readVitest,
} from '#tools/gate/test-report.ts';

const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 4 };
const passed = { fullName: ' well', status: 'passed', failureMessages: [], duration: 1500 };
const file = { name: '/club/test/a.test.ts', message: '' };

test('vitest: failures and retries are listed with their error', () => {
  const results = readVitest(
    {
      ...counts,
      testResults: [
        {
          ...file,
          assertionResults: [
            passed,
            { fullName: ' late', status: 'passed', failureMessages: ['Too late'] },
            { fullName: ' points are kept', status: 'failed', failureMessages: ['1 is not 2'] },
          ],
        },
      ],
    },
    '/club',
  );
  expect(results).toEqual({
    durations: [
      { title: 'test/a.test.ts › well', seconds: 1.5 },
      { title: 'test/a.test.ts › late', seconds: 0 },
      { title: 'test/a.test.ts › points are kept', seconds: 0 },
    ],
    passed: 2,
    failed: 1,
    skipped: 4,
    failures: [{ title: 'test/a.test.ts › points are kept', error: '1 is not 2' }],
    flaky: [{ title: 'test/a.test.ts › late', error: 'Too late' }],
  });
});

test('vitest: a file that couldn’t be loaded is listed as a failure', () => {
  const broken = { ...file, message: 'No such module', assertionResults: [] };
  const { failures } = readVitest({ ...counts, testResults: [broken] }, '/club');
  expect(failures).toEqual([{ title: 'test/a.test.ts', error: 'No such module' }]);
});

const spec = (title: string, status: string, message?: string) => ({
  file: 'shop.e2e.ts',
  title,
  tests: [
    { status, results: [{ duration: 2000, errors: message === undefined ? [] : [{ message }] }] },
  ],
});

test('Playwright: tests of nested suites are counted, and colour codes are removed from errors', () => {
  const results = readPlaywright({
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('well', 'expected'), spec('late', 'flaky', 'Too late')],
        suites: [{ specs: [spec('bought', 'unexpected', '\u001b[31mNot sold\u001b[39m')] }],
      },
    ],
  });
  expect(results).toEqual({
    durations: ['well', 'late', 'bought'].map((title) => ({
      title: `shop.e2e.ts › ${title}`,
      seconds: 2,
    })),
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [{ title: 'shop.e2e.ts › bought', error: 'Not sold' }],
    flaky: [{ title: 'shop.e2e.ts › late', error: 'Too late' }],
  });
});

test('only the beginning of an error is shown, below the title', () => {
  const error = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('\n');
  const lines = describeFailure({ title: 'a.test.ts › well', error }).split('\n');
  expect(lines.slice(0, 2)).toEqual(['a.test.ts › well', '    line 0']);
  expect(lines).toHaveLength(13);
});

test('the longest tests are listed first', () => {
  const durations = [1, 3, 2].map((seconds) => ({ title: `${seconds} s`, seconds }));
  expect(longestTests(durations, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
});
