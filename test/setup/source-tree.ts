import { readFileSync, readdirSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

/** Root directory of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders with code that the rules apply to. */
export const codeFolders = [
  'schemas',
  'sync',
  'workers',
  'src',
  'console',
  'server',
  'tools',
  'test',
];

/** An import: its specifier and target file (null for a package). */
export type Import = {
  specifier: string;
  target: string | null;
  /** True for a type-only import, which doesn't exist at runtime. */
  isType: boolean;
  /** `import()`, loaded on demand. */
  isLazy: boolean;
};

/** A source file and its syntax tree; `path` is relative to the project. */
export type SourceFile = { path: string; text: string; parsed: Parsed; imports: Import[] };

type Parsed = ReturnType<typeof parseSync>;

/** Parses every TypeScript file of the folders. Throws on a syntax error. */
export function readSourceTree(folders: readonly string[] = codeFolders): SourceFile[] {
  return folders.flatMap((folder) => filesUnder(folder, ['.ts', '.tsx'])).map(readSource);
}

/** Parses the tools' configuration files, which lie outside the folders. */
export function readConfigurations(): SourceFile[] {
  return ['vite', 'vitest', 'vitest-components', 'playwright'].map((name) =>
    readSource(`${name}.config.ts`),
  );
}

/** Paths of all files in a folder with one of the extensions. */
export function filesUnder(folder: string, extensions: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extensions.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted();
}

function readSource(path: string): SourceFile {
  return parseSource(path, readFileSync(join(root, path), 'utf8'));
}

/** Parses a file and its imports. */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const error = parsed.errors[0];
  if (error) throw new Error(`${path}: ${error.message}`);
  return { path, text, parsed, imports: importsOf(path, text, parsed) };
}

function importsOf(path: string, text: string, { module }: Parsed): Import[] {
  const toImport = (specifier: string, isType: boolean, isLazy = false): Import => ({
    specifier,
    target: resolve(path, specifier),
    isType,
    isLazy,
  });
  const staticImports = module.staticImports.map(({ moduleRequest, entries }) => {
    return toImport(
      moduleRequest.value,
      entries.length > 0 && entries.every((entry) => entry.isType),
    );
  });
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest ? [toImport(entry.moduleRequest.value, entry.isType)] : [],
    ),
  );
  const lazyImports = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const specifierText = text.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(specifierText)?.[2];
    return literal === undefined ? [] : [toImport(literal, false, true)];
  });
  return [...staticImports, ...reexports, ...lazyImports];
}

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: { '#brand': { default: string } };
};

/** Resolves `#src/a.ts` and `./a.ts` to a project path; null for packages. */
function resolve(from: string, specifier: string): string | null {
  const withoutQuery = specifier.replace(/\?.*$/, '');
  if (withoutQuery === '#brand') return normalize(imports['#brand'].default);
  if (withoutQuery.startsWith('#')) return withoutQuery.slice(1);
  if (withoutQuery.startsWith('.')) return normalize(join(dirname(from), withoutQuery));
  return null;
}
