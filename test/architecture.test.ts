import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importCycles } from './setup/import-cycles.ts';
import { brokenImportRule } from './setup/import-rules.ts';
import { parseSource, readSourceTree, root } from './setup/source-tree.ts';

const files = readSourceTree();

/** Allowed cycle: the route table defines the types of the paths and loads the screens that use them. */
const isTypeImportOfRoutes = (path: string, target: string) =>
  path === 'src/app/paths.ts' && target === 'src/app/routes.ts';

describe('import rules', () => {
  test('each part imports only what its rule allows', () => {
    const brokenImports = files.flatMap(({ path, imports }) =>
      imports
        .map((importEntry) => brokenImportRule(path, importEntry))
        .filter((rule) => rule !== null),
    );
    expect(brokenImports).toEqual([]);
  });

  test('the app and the console import single groups of calls, never all calls', () => {
    const brokenImports = files
      .filter(({ path }) => /^(src|sync|workers|console)\//.test(path))
      .filter(({ imports }) =>
        imports.some(
          ({ target, isType }) =>
            /^schemas\/(api\/calls|operator\/operator-calls)\.ts$/.test(target ?? '') && !isType,
        ),
      );
    expect(
      brokenImports.map(({ path }) => path),
      'Import one …-calls.ts: every call brings its schemas.',
    ).toEqual([]);
  });

  test('no files import each other in a cycle, including type imports', () => {
    const cycles = importCycles(
      files,
      ({ path }, { target, isType }) => !isType || !isTypeImportOfRoutes(path, target ?? ''),
    ).map((cycle) => [...cycle, cycle[0]].join(' → '));
    expect(cycles, 'Move the shared part to the lower file.').toEqual([]);
  });

  test('relative imports stay in their folder; others are written #folder/', () => {
    const brokenImports = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(({ target }) => folderOf(path) !== folderOf(target ?? ''))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(brokenImports).toEqual([]);
  });

  test('each imported file exists, with the same capitals', () => {
    const missingImports = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== null && !existsSync(join(root, target)))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(missingImports).toEqual([]);
  });
});

function folderOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

describe('the rule checker', () => {
  const verdicts = (path: string, text: string) =>
    parseSource(path, text).imports.map((importEntry) => brokenImportRule(path, importEntry));

  test.each([
    ['schemas/lead.ts', `import { open } from '#sync/open.ts';`],
    ['schemas/lead.ts', `import { readFileSync } from 'node:fs';`],
    ['sync/open.ts', `export { text } from '#src/ui/text.ts';`],
    ['sync/open.ts', `import { useState } from 'react';`],
    ['workers/decode.ts', `import { open } from '#sync/open.ts';`],
    ['src/ui/lists/list.tsx', `import type { Lead } from '#schemas/lead.ts';`],
    ['src/ui/lists/list.tsx', `import { Link } from '@tanstack/react-router';`],
    ['src/data/use-leads.ts', `import { LeadList } from '#src/features/leads/leads-screen.tsx';`],
    ['src/features/leads/leads-screen.tsx', `import { open } from '#sync/open.ts';`],
    ['src/features/leads/leads-screen.tsx', `import { Cart } from '../shop/cart.tsx';`],
    ['src/features/leads/leads-screen.tsx', `import { Bar } from '#src/shell/bar.tsx';`],
    ['src/features/leads/leads-screen.tsx', `const lazy = () => import('#server/main.ts');`],
    ['src/shell/bar.tsx', `import { leads } from '#src/features/leads/queries.ts';`],
    ['src/app/routes.tsx', `import { LeadList } from '../features/leads/lead-list.tsx';`],
    ['server/main.ts', `import { regionalLinks } from '#src/app/brand-links.ts';`],
    ['server/main.ts', `import { testDatabase } from '#test/setup/test-database.ts';`],
    ['src/features/leads/leads-screen.tsx', `import { A } from '#console/features/a/exports.tsx';`],
    ['console/features/audit/audit.tsx', `import { A } from '#console/features/today/today.tsx';`],
    ['console/features/audit/audit.tsx', `import { A } from '#src/features/leads/exports.tsx';`],
    ['console/features/audit/audit.tsx', `import { A } from '#console/app/screens.ts';`],
    ['console/parts/card.tsx', `import { A } from '#console/features/today/exports.tsx';`],
    ['console/data/session.ts', `import { Card } from '#console/parts/card.tsx';`],
    ['console/data/session.ts', `import { database } from '#server/db/tables.ts';`],
  ])('%s can’t import %s', (path, text) => {
    expect(verdicts(path, text)).toEqual([expect.stringContaining('isn’t allowed to import')]);
  });

  test.each([
    ['sync/open.ts', `import { lead } from '#schemas/lead.ts'; import 'rxdb';`],
    ['workers/service-worker.ts', `import { outbox } from '#sync/outbox/counts.ts';`],
    ['src/features/leads/leads-screen.tsx', `import { leads } from './queries.ts';`],
    ['src/features/leads/leads-screen.tsx', `import { projects } from '../projects/queries.ts';`],
    ['src/features/leads/queries.ts', `import { leads } from '#sync/leads.ts';`],
    [
      'src/features/leads/leads-screen.tsx',
      `import type { Status } from '#sync/status/status.ts';`,
    ],
    ['src/features/scan/camera/camera.tsx', `import { decoder } from '#workers/image-client.ts';`],
    ['src/app/routes.tsx', `const lazy = () => import('../features/leads/lead-list.tsx');`],
    ['server/main.ts', `import fastify from 'fastify'; import '#schemas/lead.ts';`],
    [
      'console/features/today/today.tsx',
      `import { A } from '#console/features/audit/exports.tsx';`,
    ],
    ['console/features/today/today.tsx', `import { Button } from '#src/ui/button.tsx';`],
  ])('%s can import %s', (path, text) => {
    expect(verdicts(path, text).filter((rule) => rule !== null)).toEqual([]);
  });

  test('finds import cycles, including cycles of type imports only', () => {
    const first = (text: string) => parseSource('sync/first.ts', text);
    const second = parseSource('sync/second.ts', `export { a } from './first.ts';`);
    const cycle = ['sync/first.ts', 'sync/second.ts'];
    const typeImport = first(`import type { A } from './second.ts';`);
    expect(importCycles([first(`import './second.ts';`), second])).toEqual([cycle]);
    expect(importCycles([typeImport, second])).toEqual([cycle]);
    expect(importCycles([typeImport, second], (_file, { isType }) => !isType)).toEqual([]);
  });
});
