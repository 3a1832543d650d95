import { expect, test } from 'vitest';
import { readConfigurations, readSourceTree, type SourceFile } from './setup/source-tree.ts';

const files = [...readSourceTree(), ...readConfigurations()];

/** Exports that no import in the tree uses; each entry states the reason. */
const allowedPatterns: readonly RegExp[] = [
  // Replace a package's own exports in the build.
  /^tools\/.*unused-/,
  // Loaded by a name that is computed at run time.
  /^test\/bench\/.*\.bench\.ts$/,
  // Used through the promise of a loader.
  /^src\/app\/signed-in-app\.tsx$/,
  // Dumps the device and the server of the current build, for tests of later builds.
  /^test\/sync\/stored-device\.ts$/,
  // Declares globals.
  /\.d\.ts$/,
];

/** Marks a module that is imported as a namespace. */
const NAMESPACE = '*';

function isNamespace(text: string, specifier: string): boolean {
  return (
    text.includes(`* from '${specifier}'`) ||
    new RegExp(`\\* as \\w+ from '${specifier}'`).test(text)
  );
}

/** Lists the named exports of each file that no other file uses, as `path: name`. */
function unusedExports(tree: readonly SourceFile[]): string[] {
  const namesInImporters = new Map<string, Set<string>>();
  for (const { text, imports } of tree) {
    const identifiers = new Set(text.match(/[\w$]+/g));
    for (const { target, specifier } of imports) {
      if (target === null) continue;
      const usedNames = namesInImporters.get(target) ?? new Set<string>();
      identifiers.forEach((name) => usedNames.add(name));
      if (isNamespace(text, specifier)) usedNames.add(NAMESPACE);
      namesInImporters.set(target, usedNames);
    }
  }
  return tree.flatMap(({ path, parsed }) =>
    parsed.module.staticExports
      .flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name))
      .filter((name) => name !== null && name !== 'default')
      .filter((name) => {
        const usedNames = namesInImporters.get(path);
        return !usedNames?.has(NAMESPACE) && !usedNames?.has(name ?? '');
      })
      .map((name) => `${path}: ${name}`),
  );
}

test('every export is used by another file', () => {
  const unusedLines = unusedExports(files).filter((line) =>
    allowedPatterns.every((pattern) => !pattern.test(line.slice(0, line.indexOf(':')))),
  );
  expect(unusedLines).toEqual([]);
});
