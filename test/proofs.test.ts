import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './setup/source-tree.ts';

/** A promise and the tests that prove it: `sync/sending` or `e2e/main-job`. */
interface Row {
  readonly promise: string;
  readonly files: readonly string[];
}

/** Table rows of a document. */
function rowsOf(document: string, row: RegExp): Row[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  return [...text.matchAll(row)].map(({ groups }) => ({
    promise: groups?.['promise'] ?? '',
    files: [...(groups?.['files'] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  }));
}

function textOf(name: string): string | null {
  const endings = name.startsWith('e2e/') ? ['e2e.ts'] : ['test.ts', 'test.tsx'];
  const paths = endings.map((ending) => join(root, 'test', `${name}.${ending}`));
  const path = paths.find((one) => existsSync(one));
  return path === undefined ? null : readFileSync(path, 'utf8');
}

/** Finds the tests listed in a row that don't exist or don't mention the row's promise. */
function findMissingProofs({ files }: Row, mention: RegExp): string[] {
  return files.filter((name) => !mention.test(textOf(name) ?? ''));
}

describe('docs/faults.md', () => {
  const rows = rowsOf('faults.md', /^\| (?<promise>F\d\d) +\|[^|]*\|[^|]*\|(?<files>[^|]*)\|$/gm);

  test('has a table of faults', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  test.each(rows)('every test listed as a proof of $promise mentions it', (row) => {
    expect(row.files.length).toBeGreaterThan(0);
    expect(findMissingProofs(row, new RegExp(row.promise))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const rows = rowsOf('security.md', /^\| (?<promise>\d+) +\|[^|]*\|(?<files>[^|]*)\|$/gm);

  test('has a table of guarantees', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  test.each(rows)('every test listed as a proof of security $promise mentions it', (row) => {
    expect(row.files.length).toBeGreaterThan(0);
    expect(findMissingProofs(row, new RegExp(`security (\\d+, )*${row.promise}\\b`))).toEqual([]);
  });
});
