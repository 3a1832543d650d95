import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceTree, root } from '#test/setup/source-tree.ts';
import { evaluateAudit } from '#tools/gate/audit.ts';
import { licenceList, lockedPackages } from '#tools/release/licences.ts';

const lockedList = lockedPackages();
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Our own modules start with `#`, Node's with `node:`. */
const isPackage = (specifier: string) => !/^(?:#|\.|node:)/.test(specifier);

describe('security 20: the packages', () => {
  test('in `package.json` are pinned to exact versions', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    expect(versions.length).toBeGreaterThan(20);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
      [],
    );
  });

  test('are in `dependencies`, not `devDependencies`, if the server imports them', () => {
    const { dependencies } = JSON.parse(read('package.json')) as {
      dependencies: Record<string, string>;
    };
    const importedPackages = readSourceTree(['server', 'schemas'])
      .flatMap(({ imports }) => imports)
      .filter(({ target, isType, specifier }) => target === null && !isType && isPackage(specifier))
      .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]);
    expect(
      [...new Set(importedPackages)].filter((name) => !name || !(name in dependencies)),
    ).toEqual([]);
    expect(importedPackages).toContain('libphonenumber-js');
  });

  test('are all locked by the hash of their contents', () => {
    expect(lockedList.length).toBeGreaterThan(100);
    expect(lockedList.filter(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([]);
  });

  test('have licences that allow selling the product, and all are listed', () => {
    const permissiveLicence =
      /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC-BY-4\.0|OFL-1\.1|MPL-2\.0|Zlib|CC0-1\.0)\b/;
    expect(lockedList.filter(({ license }) => !permissiveLicence.test(license))).toEqual([]);
    expect(read('docs/licences.md')).toBe(licenceList(lockedList));
  });

  test('are audited before all other checks', () => {
    expect(read('.ci/run')).toMatch(/npm ci && npm run audit && npm test/);
  });
});

describe('an audit', () => {
  const report = (high: number, moderate: number) =>
    JSON.stringify({ metadata: { vulnerabilities: { low: 1, moderate, high, critical: 0 } } });

  test('passes with minor vulnerabilities, and fails with serious ones', () => {
    expect(evaluateAudit(report(0, 3)).passes).toBe(true);
    expect(evaluateAudit(report(1, 0))).toMatchObject({
      passes: false,
      summary: expect.stringContaining('1 high') as string,
    });
  });

  test.each(['', '{"error":{"code":"ENOAUDIT"}}', '<html>'])(
    'that gets no valid response passes with a warning: %s',
    (text) => {
      const { passes, summary } = evaluateAudit(text);
      expect([passes, summary]).toEqual([true, expect.stringContaining('weren’t audited')]);
    },
  );
});
