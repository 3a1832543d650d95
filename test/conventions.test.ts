import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ESTree, Visitor } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import {
  type SourceFile,
  codeFolders,
  filesUnder,
  parseSource,
  readConfigurations,
  readSourceTree,
  root,
} from './setup/source-tree.ts';

const files = readSourceTree();

/** Longer files have more than one subject; tables may be longer. */
const maxFileLines = 400;
const tables = ['src/app/routes.ts'];
const maxFunctionLines = 100;
/** Shorter files with a single importer in their folder belong in that importer. */
const minPartLines = 40;

const fileName = /^[a-z0-9]+(-[a-z0-9]+)*(\.(worker|test|e2e|bench|config|d))?\.tsx?$/;
/** Generic file names, which don't name a subject. */
const genericNames = /^(utils?|helpers?|types?|common|shared|misc|index|constants|lib)\./;

describe('files', () => {
  test('are kebab-case and named for their subject', () => {
    const misnamedFiles = files
      .map(({ path }) => path)
      .filter((path) => !fileName.test(basename(path)) || genericNames.test(basename(path)));
    expect(misnamedFiles).toEqual([]);
  });

  test(`have at most ${maxFileLines} lines`, () => {
    const longFiles = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ path, lines }) => lines > maxFileLines && !tables.includes(path));
    expect(longFiles).toEqual([]);
  });

  test(`have no function of more than ${maxFunctionLines} lines`, () => {
    expect(files.flatMap(longFunctions)).toEqual([]);
  });

  test(`of fewer than ${minPartLines} lines are part of their only importer`, () => {
    expect(smallParts([...files, ...readConfigurations()])).toEqual([]);
  });

  test('contain code, not just re-exports', () => {
    const barrels = files.filter(
      ({ path, parsed }) =>
        parsed.program.body.length > 0 && isBarrel(parsed) && !isFeatureEntry(path),
    );
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test('name only existing code in comments', () => {
    expect(namesOnlyInComments([...files, ...readConfigurations()])).toEqual([]);
  });

  test('give a reason for each `!`', () => {
    expect(files.flatMap(unexplainedAssertions)).toEqual([]);
  });
});

/**
 * Finds short files of the product with one importer, in their own folder. Tests don't count as
 * importers. Files that are loaded on demand are exempt.
 */
function smallParts(tree: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  const lazyFiles = new Set<string>();
  for (const { path, imports } of tree) {
    for (const { target, specifier, isLazy } of imports) {
      if (target === null) continue;
      if (isLazy || specifier.includes('?')) lazyFiles.add(target);
      if (path.startsWith('test/')) continue;
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return tree.flatMap(({ path, text }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    if (importer === undefined || others.length > 0 || lazyFiles.has(path)) return [];
    if (dirname(importer) !== dirname(path) || path.endsWith('.d.ts')) return [];
    return text.split('\n').length - 1 < minPartLines ? [`${path} belongs into ${importer}`] : [];
  });
}

/** Files through which features import each other; they may re-export. */
function isFeatureEntry(path: string): boolean {
  return /^src\/features\/[^/]+\/(queries\.ts|actions\.ts|exports\.tsx)$/.test(path);
}

function isBarrel({ program }: SourceFile['parsed']): boolean {
  return program.body.every(
    (statement) =>
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
  );
}

/** Finds a `!` without a comment on its line or the line above. */
function unexplainedAssertions({ path, text, parsed }: SourceFile): string[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const commentedLines = new Set(parsed.comments.map(({ end }) => lineOf(end)));
  const found: string[] = [];
  new Visitor({
    TSNonNullExpression: ({ end }) => {
      const line = lineOf(end);
      if (!commentedLines.has(line) && !commentedLines.has(line - 1)) found.push(`${path}:${line}`);
    },
  }).visit(parsed.program);
  return found;
}

function longFunctions({ path, text, parsed }: SourceFile): string[] {
  const found: string[] = [];
  const measure = ({ start, end }: ESTree.Span) => {
    const lines = text.slice(start, end).split('\n').length;
    if (lines <= maxFunctionLines) return;
    found.push(`${path}:${text.slice(0, start).split('\n').length}: ${lines} lines`);
  };
  new Visitor({
    ArrowFunctionExpression: measure,
    FunctionExpression: measure,
    FunctionDeclaration: measure,
  }).visit(parsed.program);
  return found;
}

describe('the local database', () => {
  const product = files.filter(({ path }) => /^(schemas|sync|src|workers)\//.test(path));

  test('only state machines and document factories write a document’s state', () => {
    expect(product.flatMap(writtenStates)).toEqual([]);
  });

  test.each([
    'export const sent = (row) => ({ ...row, state: "sent" });',
    'await scan.patch({ state: isOpen ? "waiting" : other });',
    'await insert({ uuid, "state": "synced" as const });',
    'row.state = before ?? "refused";',
    'rows.find({ selector: { state: "waiting" } }).map((row) => ({ ...row, state: "captured" }));',
  ])('the rule finds %s', (text) => {
    const found = writtenStates(parseSource('sync/outbox/planted.ts', text));
    expect(found).toEqual(['sync/outbox/planted.ts:1']);
  });

  test.each([
    ['sync/outbox/planted.ts', 'scans.find({ selector: { $or: [{ state: "waiting" }] } });'],
    ['sync/outbox/planted.ts', 'const { state } = row; note({ state, connection: "waiting" });'],
    ['sync/outbox/planted.ts', 'let one: { state: "waiting" }; if (row.state === "sent") go();'],
    ['sync/photos/planted.ts', 'await photos.update(id, { state: "sent" });'],
    ['sync/entities/leads/machine.ts', 'keep({ ...row, state: "waiting" });'],
  ])('the rule ignores, in %s: %s', (path, text) => {
    expect(writtenStates(parseSource(path, text))).toEqual([]);
  });

  test('only the store folder imports RxDB and its storage', () => {
    expect(product.flatMap(findStoreInternals)).toEqual([]);
  });

  test.each([
    ['import { createRxDatabase } from "rxdb";', 1],
    ['const late = () => import("rxdb/plugins/leader-election");', 1],
    ['const found = await scans.storageInstance.query(prepareQuery(schema, asked));', 2],
    ['const { internals } = instance;', 1],
    ['import type { RxCollection } from "rxdb"; import { Dexie } from "dexie";', 0],
  ])('the rule finds, in %s, this many uses: %i', (text, count) => {
    const plantedFile = parseSource('sync/outbox/planted.ts', text);
    expect(new Set(findStoreInternals(plantedFile)).size).toBe(count);
    expect(findStoreInternals(parseSource('sync/store/planted.ts', text))).toEqual([]);
  });
});

/** Files that write document states: state machines with their server views, and migrations from other shapes. */
const stateWriters =
  /^(sync\/entities\/[^/]+\/(machine|server-view)|schemas\/(from-wire|migrations))\.ts$/;
const documentStates = new Set(['captured', 'waiting', 'sent', 'synced', 'refused']);
/** Photos have their own states, `kept` and `sent`. */
const photoWriters = /^sync\/(photos\/[^/]+|background\/raw-outbox)\.ts$/;

/** Finds assignments of a document state to `state`; selectors only read it. */
function writtenStates({ path, text, parsed }: SourceFile): string[] {
  if (stateWriters.test(path)) return [];
  const selectors: ESTree.Span[] = [];
  const found: number[] = [];
  const isState = (value: ESTree.Node) =>
    stringValuesOf(value).some(
      (word) => documentStates.has(word) && !(word === 'sent' && photoWriters.test(path)),
    );
  new Visitor({
    Property: ({ key, value, start }) => {
      if (nameOf(key) === 'selector') selectors.push(value);
      if (nameOf(key) === 'state' && isState(value)) found.push(start);
    },
    AssignmentExpression: ({ left, right, start }) => {
      const isOfState = left.type === 'MemberExpression' && nameOf(left.property) === 'state';
      if (isOfState && isState(right)) found.push(start);
    },
  }).visit(parsed.program);
  return found
    .filter((offset) => !selectors.some(({ start, end }) => start <= offset && offset < end))
    .map((offset) => `${path}:${text.slice(0, offset).split('\n').length}`);
}

function nameOf(key: ESTree.Node): string | null {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : null;
}

/** String values an expression can have. */
function stringValuesOf(value: ESTree.Node): string[] {
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : [];
  if (value.type === 'ConditionalExpression') {
    return [...stringValuesOf(value.consequent), ...stringValuesOf(value.alternate)];
  }
  if (value.type === 'LogicalExpression')
    return [...stringValuesOf(value.left), ...stringValuesOf(value.right)];
  // `'sent' as const`, brackets
  return 'expression' in value && typeof value.expression === 'object'
    ? stringValuesOf(value.expression)
    : [];
}

const storeInternals = new Set(['storageInstance', 'internals', 'prepareQuery']);

/** Finds runtime imports of RxDB, and uses of its storage, outside the store folder. */
function findStoreInternals({ path, imports, parsed }: SourceFile): string[] {
  if (path.startsWith('sync/store/')) return [];
  const found = imports
    .filter(({ specifier, isType }) => /^rxdb(\/|$)/.test(specifier) && !isType)
    .map(({ specifier }) => `${path} imports ${specifier}`);
  new Visitor({
    Identifier: ({ name }) => {
      if (storeInternals.has(name)) found.push(`${path} uses ${name}`);
    },
  }).visit(parsed.program);
  return found;
}

describe('classes', () => {
  test('name only the breakpoints of the theme, since others have no effect', () => {
    const defaultBreakpoint = /["'`\s](?:max-)?(?:sm|md|lg|xl|2xl):/;
    const filesWithDefaults = files.filter(
      ({ path, text }) => path.endsWith('.tsx') && defaultBreakpoint.test(text),
    );
    expect(filesWithDefaults.map(({ path }) => path)).toEqual([]);
  });

  test('name only the container widths of the theme, since others have no effect', () => {
    const defaultWidth = /["'`\s:](?:min-|max-)?w-(?:[2-7]xs|xs|sm|md|lg|xl|[2-7]xl)(?=["'`\s!])/;
    const filesWithDefaults = files.filter(
      ({ path, text }) => path.endsWith('.tsx') && defaultWidth.test(text),
    );
    expect(filesWithDefaults.map(({ path }) => path)).toEqual([]);
  });
});

describe('the console', () => {
  const console = files.filter(({ path }) => path.startsWith('console/'));
  /** A button that is busy while something is sent; other buttons are busy while a list is read. */
  const sendingButton = /<Button\b(?:[^>]|=>)*?\bbusy=\{(?!\w+\.isLoadingMore)/;

  test('starts actions with ActButton or SmallActButton, which are disabled without a network', () => {
    const wrongFiles = console.filter(
      ({ path, text }) => !path.startsWith('console/features/sign-in/') && sendingButton.test(text),
    );
    expect(wrongFiles.map(({ path }) => path)).toEqual([]);
  });

  test('uses SubmitForm for every form, because it focuses the first error', () => {
    const wrongFiles = console.filter(
      ({ path, text }) => path !== 'console/parts/submit-form.tsx' && /<form\b/.test(text),
    );
    expect(wrongFiles.map(({ path }) => path)).toEqual([]);
  });

  test('states only in useOfflineReason that there is no network', () => {
    const others = console.filter(
      ({ path, text }) =>
        path !== 'console/data/use-online.ts' && text.includes('There is no network.'),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });
});

describe('tests', () => {
  const suites = files.filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path));

  test('wait for what they expect, never for time to pass', () => {
    const sleep = /waitForTimeout\(|=>\s*setTimeout\(\w+,\s*[\d_]{2,}/;
    const sleepingTests = suites.filter(({ path, text }) => path !== ownPath && sleep.test(text));
    expect(sleepingTests.map(({ path }) => path)).toEqual([]);
  });

  test('find elements as a person does: by role, label or text', () => {
    const selector = /\.locator\(\s*['"`](?!body|html|video)|getByTestId\(|page\.\$/;
    const filesWithSelectors = files.filter(
      ({ path, text }) => /^test\/(e2e|component)/.test(path) && selector.test(text),
    );
    expect(filesWithSelectors.map(({ path }) => path)).toEqual([]);
  });
});

/**
 * Names in backticks in comments, such as `maxFileLines`, that don't occur in the code, because something was renamed.
 */
function namesOnlyInComments(sources: readonly SourceFile[]): string[] {
  const codeNames = new Set(sources.flatMap(({ parsed, text }) => wordsOfCode(parsed, text)));
  return sources.flatMap(({ path, parsed }) =>
    parsed.comments
      .flatMap(({ value }) => [...value.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)])
      .flatMap(([, name = '']) => (codeNames.has(name) ? [] : [`${path}: ${name}`])),
  );
}

function wordsOfCode({ comments }: SourceFile['parsed'], text: string): string[] {
  const spans = comments.map(({ start, end }) => text.slice(start, end));
  const code = spans.reduce((rest, comment) => rest.replace(comment, ' '), text);
  return code.match(/\w+/g) ?? [];
}

const ownPath = 'test/conventions.test.ts';

/**
 * Hosts allowed in the product: reserved example names, localhost, XML namespaces, and the video
 * provider, which is only contacted on playback (spec 2 §2, "Resources").
 */
const ownHosts =
  /^(([a-z0-9-]+\.)*(example|example\.(com|org|net)|test|invalid)|localhost|127\.0\.0\.1|0\.0\.0\.0|(www\.)?w3\.org|www\.youtube-nocookie\.com)$/;

describe('addresses', () => {
  test('the product contacts no external host', () => {
    const texts = ['.ts', '.tsx', '.css', '.html', '.svg', '.json', '.webmanifest', '.po'];
    const product = [...codeFolders.filter((folder) => folder !== 'test'), 'public', 'locales'];
    const paths = product.filter((folder) => existsSync(join(root, folder)));
    const foreignAddresses = [
      ...paths.flatMap((folder) => filesUnder(folder, texts)),
      'index.html',
    ].flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\bhttps?:\/\/([a-z0-9.-]+)(\$\{)?/gi)]
        .filter(([, , placeholder]) => placeholder === undefined)
        .filter(([, host = '']) => !ownHosts.test(host.toLowerCase()))
        .map(([address]) => `${path}: ${address}`),
    );
    expect(foreignAddresses).toEqual([]);
  });

  test('the lock file has no registry URLs', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain(
      '"resolved": "http',
    );
  });
});
