import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSourceTree, root } from './source-tree.ts';

/** Whoever imports one of these has a database, or a whole server, made for it. */
const databaseMakers = ['test/setup/test-database.ts', 'test/setup/spawned-server.ts'];

/** A test that says one of these is about the engine itself. */
const aboutEngine = /isOnPostgres|embedded|directory: /;

/** Of the tests that need a database those that can tell one engine from the other. */
export function engineTests(): string[] {
  return databaseTests().filter((path) => aboutEngine.test(readFileSync(join(root, path), 'utf8')));
}

/**
 * The tests that need a database, by what they import, directly or not.
 * @returns their paths from the project's directory
 */
export function databaseTests(): string[] {
  const files = new Map(readSourceTree(['test']).map((file) => [file.path, file]));
  const seen = new Map<string, boolean>();
  const needsOne = (path: string): boolean => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    // Files that import each other in a cycle have the answer of the others.
    seen.set(path, false);
    const imports = files.get(path)?.imports.filter(({ isType }) => !isType) ?? [];
    const needs =
      databaseMakers.includes(path) ||
      imports.some(({ target }) => target !== null && needsOne(target));
    seen.set(path, needs);
    return needs;
  };
  return [...files.keys()].filter((path) => /\.test\.tsx?$/.test(path) && needsOne(path));
}
