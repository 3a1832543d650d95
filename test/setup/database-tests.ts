import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Import, readSourceTree, root } from './source-tree.ts';

/** Whoever imports one of these has a database, or a whole server, made for it. */
const databaseMakers = ['test/setup/test-database.ts', 'test/setup/spawned-server.ts'];

/** A test that says one of these is about the engine itself. */
const aboutEngine = /isOnPostgres|embedded|directory: /;

/** Of the tests that need a database those that can tell one engine from the other. */
export function engineTests(): string[] {
  return databaseTests().filter((path) => aboutEngine.test(readFileSync(join(root, path), 'utf8')));
}

/** The tests that need a server's database, by what they import. @returns their paths from the project's directory */
export function databaseTests(): string[] {
  return testsThatImport(({ target }) => target !== null && databaseMakers.includes(target));
}

/**
 * The tests that open a device's store in Node: RxDB and the IndexedDB beside it are one for all of a process.
 * @returns their paths from the project's directory
 */
export function storeTests(): string[] {
  return testsThatImport(({ specifier }) => specifier.startsWith('fake-indexeddb'));
}

/** @returns the paths of the tests that import such a thing, directly or not */
function testsThatImport(isWanted: (one: Import) => boolean): string[] {
  const files = new Map(readSourceTree(['test']).map((file) => [file.path, file]));
  const seen = new Map<string, boolean>();
  const doesImport = (path: string): boolean => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    // Files that import each other in a cycle have the answer of the others.
    seen.set(path, false);
    const imports = files.get(path)?.imports.filter(({ isType }) => !isType) ?? [];
    const does = imports.some(
      (one) => isWanted(one) || (one.target !== null && doesImport(one.target)),
    );
    seen.set(path, does);
    return does;
  };
  return [...files.keys()].filter((path) => /\.test\.tsx?$/.test(path) && doesImport(path));
}
