import { expect, test } from 'vitest';
import {
  validateList,
  numbersToConfirm,
  type LookupResult,
} from '#src/features/scan/manual/list/validate-list.ts';
import { readList } from '#src/features/scan/manual/list/read-list.ts';
import { rules } from '#test/src/scan/rules-fixture.ts';
import { capturedScan } from '#test/src/scan/scan-fixture.ts';

const product = { type: 'GGL', size: 'MK06', variant: '2070' };
const code = (index: number) => `24A17K3M-000${index}`;
const lines = readList(
  [
    ...[0, 1, 2, 3, 4, 5].map(code),
    code(0),
    'nothing',
    `https://q.${rules.manufacturerDomain}/GGL_MK06_2070_24A17K3M_0007`,
  ].join('\n'),
  rules,
);
const knownScans = [capturedScan({ serial_number: code(1) })];
const verdicts = (results: ReadonlyMap<string, LookupResult>, removedLines = new Set<number>()) =>
  validateList(lines, { knownScans, results, removedLines, projectId: null }).map(
    ({ verdict }) => verdict,
  );

test('every line has a verdict, and only unknown numbers are looked up, each once', () => {
  const first = validateList(lines, {
    knownScans,
    results: new Map(),
    removedLines: new Set(),
    projectId: null,
  });
  expect(first.map(({ verdict: { kind } }) => kind)).toEqual([
    'checking',
    'duplicate',
    'checking',
    'checking',
    'checking',
    'checking',
    'repeated',
    'no_number',
    'checking',
  ]);
  expect(numbersToConfirm(first)).toEqual([code(0), code(2), code(3), code(4), code(5), code(7)]);
});

test('the registry’s result decides; if it can’t be reached, only a label’s own data counts', () => {
  const results = new Map<string, LookupResult>([
    [code(0), { code: code(0), status: 'partial', ...product }],
    [code(2), { code: code(2), status: 'unknown' }],
    [code(3), { code: code(3), status: 'already_scanned' }],
    [code(4), { code: code(4), status: 'partial', type: 'GGL' }],
    [code(5), 'failed'],
    [code(7), 'failed'],
  ]);
  expect(verdicts(results)).toEqual([
    { kind: 'good', code: code(0), product, fromRegistry: true },
    { kind: 'duplicate', location: 'list' },
    { kind: 'rejected', reason: 'unknown' },
    { kind: 'rejected', reason: 'already_scanned' },
    { kind: 'unclear', reason: 'partial' },
    { kind: 'unclear', reason: 'not_checked' },
    { kind: 'repeated', line: 1 },
    { kind: 'no_number', reason: 'none' },
    { kind: 'good', code: code(7), product, fromRegistry: false },
  ]);
});

test('removing a line makes a later line with the same number valid', () => {
  const [first, , , , , , duplicate] = verdicts(new Map(), new Set([1]));
  expect(first).toEqual({ kind: 'removed' });
  expect(duplicate).toEqual({ kind: 'checking' });
});
