import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** A package of the lock file. */
interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX id declared by the package. */
  readonly license: string;
  /** Hash of the package's archive. A bundled package has the hash of the archive that contains it. */
  readonly integrity: string;
}

interface LockFile {
  readonly packages: Record<string, LockedEntry>;
}
type LockedEntry = Partial<Omit<LockedPackage, 'name'>> & { readonly inBundle?: boolean };

/** Licences of packages that state theirs only in a LICENSE file. They were looked up by hand. */
const licencesFromFiles: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

/** Lists all packages in the lock file by name. */
export function lockedPackages(): LockedPackage[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as LockFile;
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => {
      const { version = '', license = '', inBundle = false } = entry;
      const parentPath = path.slice(0, path.lastIndexOf('/node_modules/'));
      const { integrity = '' } = (inBundle ? packages[parentPath] : entry) ?? {};
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return {
        name,
        version,
        license: license || (licencesFromFiles[`${name}@${version}`] ?? ''),
        integrity,
      };
    })
    .toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
}

/** Renders the packages by licence as Markdown. */
export function licenceList(packages: readonly LockedPackage[]): string {
  const groups = Object.entries(Object.groupBy(packages, ({ license }) => license));
  const sections = groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, members = []]) => {
      const names = [...new Set(members.map(({ name }) => name))];
      return `## ${license}\n\n${names.map((name) => `- ${name}`).join('\n')}\n`;
    });
  const title = '# Licences\n\nAll packages in the lock file. Written by `npm run licences`.\n';
  return [title, ...sections].join('\n');
}

/** `npm run licences` writes `docs/licences.md`. */
if (import.meta.main) {
  writeFileSync(join(root, 'docs', 'licences.md'), licenceList(lockedPackages()));
}
