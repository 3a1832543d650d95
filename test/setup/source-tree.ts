import { readFileSync, readdirSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

/** The project's own directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folders that hold code, and with them who is bound by the rules. */
export const codeFolders = ['schemas', 'sync', 'workers', 'src', 'server', 'tools', 'test'];

/** One import: what is written, and the file of ours that it means (null for a package). */
export type Import = {
  specifier: string;
  target: string | null;
  /** Only for types: gone when the code runs. */
  isType: boolean;
  /** `import()`: loaded when it is needed. */
  isLazy: boolean;
};

/** A file of ours with what was read in it; `path` is relative to the project's directory. */
export type SourceFile = { path: string; text: string; parsed: Parsed; imports: Import[] };

type Parsed = ReturnType<typeof parseSync>;

/** Every TypeScript file in the folders, parsed. Throws when one of them has a syntax error. */
export function readSourceTree(folders: readonly string[] = codeFolders): SourceFile[] {
  return folders.flatMap((folder) => filesUnder(folder, ['.ts', '.tsx'])).map(readSource);
}

/** The paths of all files in a folder of the project that end in one of `extensions`. */
export function filesUnder(folder: string, extensions: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extensions.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted();
}

function readSource(path: string): SourceFile {
  return parseSource(path, readFileSync(join(root, path), 'utf8'));
}

/** Reads the imports out of a file's text. */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const error = parsed.errors[0];
  if (error) throw new Error(`${path}: ${error.message}`);
  return { path, text, parsed, imports: importsOf(path, text, parsed) };
}

function importsOf(path: string, text: string, { module }: Parsed): Import[] {
  const of = (specifier: string, isType: boolean, isLazy = false): Import => ({
    specifier,
    target: resolve(path, specifier),
    isType,
    isLazy,
  });
  const imported = module.staticImports.map(({ moduleRequest, entries }) => {
    return of(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  });
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest ? [of(entry.moduleRequest.value, entry.isType)] : [],
    ),
  );
  const lazy = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const written = text.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(written)?.[2];
    return literal === undefined ? [] : [of(literal, false, true)];
  });
  return [...imported, ...passedOn, ...lazy];
}

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: { '#brand': { default: string } };
};

/** `#src/a.ts` and `./a.ts` to a path from the project's directory; null for what is not ours. */
function resolve(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare === '#brand') return normalize(imports['#brand'].default);
  if (bare.startsWith('#')) return bare.slice(1);
  if (bare.startsWith('.')) return normalize(join(dirname(from), bare));
  return null;
}
