import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Import, readSourceTree, root } from './source-tree.ts';

/** Importing one of these creates a database or a whole server. */
const databaseModules = ['test/setup/test-database.ts', 'test/setup/spawned-server.ts'];

/**
 * Tests containing one of these have a case for the embedded database, or start a server process on its folder. Tests
 * that only run on PostgreSQL have nothing to repeat.
 */
const usesEmbedded =
  /runIf\([^)]*!isOnPostgres|skip(If)?\(isOnPostgres|if \(isOnPostgres\)|isOnPostgres \?|url === null/;

/** Database tests to repeat on the embedded database. */
export function engineTests(): string[] {
  return databaseTests().filter((path) =>
    usesEmbedded.test(readFileSync(join(root, path), 'utf8')),
  );
}

/**
 * Tests that need a server's database, found by their imports.
 * @returns paths relative to the project
 */
export function databaseTests(): string[] {
  return testsThatImport(({ target }) => target !== null && databaseModules.includes(target));
}

/**
 * Tests that open a device's store in Node, where RxDB and fake IndexedDB are shared by the
 * process.
 * @returns paths relative to the project
 */
export function storeTests(): string[] {
  return testsThatImport(({ specifier }) => specifier.startsWith('fake-indexeddb'));
}

/** @returns paths of tests with a matching import, direct or indirect */
function testsThatImport(matches: (importEntry: Import) => boolean): string[] {
  const files = new Map(readSourceTree(['test']).map((file) => [file.path, file]));
  const results = new Map<string, boolean>();
  const importsMatch = (path: string): boolean => {
    const cached = results.get(path);
    if (cached !== undefined) return cached;
    // In an import cycle, the other files decide.
    results.set(path, false);
    const imports = files.get(path)?.imports.filter(({ isType }) => !isType) ?? [];
    const result = imports.some(
      (importEntry) =>
        matches(importEntry) || (importEntry.target !== null && importsMatch(importEntry.target)),
    );
    results.set(path, result);
    return result;
  };
  return [...files.keys()].filter((path) => /\.test\.tsx?$/.test(path) && importsMatch(path));
}
