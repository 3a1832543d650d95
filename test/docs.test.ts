import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingNames } from '#server/environment.ts';
import { filesUnder, root } from './setup/source-tree.ts';

/** A document in Markdown; `path` is relative to the project. */
interface Document {
  readonly path: string;
  readonly text: string;
}

const read = (path: string): Document => ({ path, text: readFileSync(join(root, path), 'utf8') });
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'tools/pictures/README.md',
  ...filesUnder('docs', ['.md']),
].map(read);
/** Folders of documents whose README lists their pages. */
const indexedFolders = ['docs/adr/', 'docs/behaviour/'];
const decisions = documents.filter(({ path }) => /^docs\/adr\/\d/.test(path));

const { scripts } = JSON.parse(read('package.json').text) as { scripts: Record<string, string> };

describe('the README', () => {
  test('is short', () => {
    expect(read('README.md').text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  test('links to every document, or to the index of its folder', () => {
    const linkedPaths = [
      'README.md',
      ...indexedFolders.map((folder) => `${folder}README.md`),
    ].flatMap((path) => linksOf(read(path)).map((link) => link.path));
    const others = ['README.md', 'CONTRIBUTING.md'];
    const unlinkedDocuments = documents.filter(
      ({ path }) => !others.includes(path) && !linkedPaths.includes(path),
    );
    expect(unlinkedDocuments.map(({ path }) => path)).toEqual([]);
  });
});

describe('a decision', () => {
  test.each(decisions)('$path has its four sections, in at most 300 words', ({ text }) => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Revisit when']);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(300);
  });

  test.each(decisions)(
    '$path has its number in its title, and follows the previous number',
    ({ path, text }) => {
      const number = path.slice('docs/adr/'.length).slice(0, 4);
      expect(text).toMatch(new RegExp(`^# ${number} `));
      expect(decisions.findIndex((one) => one.path === path) + 1).toBe(Number(number));
    },
  );
});

/** Link targets within the repository: a file or folder, and a heading. */
interface Link {
  readonly path: string;
  readonly anchor: string;
}

function linksOf({ path, text }: Document): Link[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return { path: file === '' ? path : normalize(join(dirname(path), file)), anchor };
    });
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
}

/** Heading anchors as GitHub generates them. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)];
  const slugCounts = new Map<string, number>();
  return headings.map(([, heading = '']) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const before = slugCounts.get(slug) ?? 0;
    slugCounts.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

function brokenLinks(document: Document): string[] {
  return linksOf(document)
    .filter(({ path, anchor }) => {
      if (!existsExactly(path)) return true;
      if (anchor === '') return false;
      const text = path === document.path ? document.text : read(path).text;
      return !anchorsOf(text).includes(anchor);
    })
    .map(({ path, anchor }) => `${document.path}: ${path}${anchor && `#${anchor}`}`);
}

/** True if the path exists with exactly this case, even on case-insensitive file systems. */
function existsExactly(path: string): boolean {
  if (!existsSync(join(root, path))) return false;
  const name = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  return readdirSync(dirname(join(root, path.replace(/\/$/, '')))).includes(name);
}

describe('a link', () => {
  test.each(documents)('of $path has a valid target', (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });

  test.each([
    ['[one](docs/nowhere.md)', 'docs/nowhere.md'],
    ['![picture](docs/screenshots/nowhere.png)', 'docs/screenshots/nowhere.png'],
    ['[one](docs/upgrade.md#nowhere)', 'docs/upgrade.md#nowhere'],
    ['[one](DOCS/upgrade.md)', 'DOCS/upgrade.md'],
    ['## Here\n[one](#there)', 'README.md#there'],
  ])('is reported as broken in %s', (text, found) => {
    expect(brokenLinks({ path: 'README.md', text })).toEqual([`README.md: ${found}`]);
  });

  test.each([
    '[one](docs/upgrade.md#expand-then-contract) [two](deploy) [three](https://club.example/x)',
    '## What it is, and why?\n[one](#what-it-is-and-why)',
    '`[no](link)`',
  ])('isn’t reported in %s', (text) => {
    expect(brokenLinks({ path: 'README.md', text })).toEqual([]);
  });
});

/** `package.json` scripts mentioned in the text. */
function calledScripts(text: string): string[] {
  const run = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  const shortCommands = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = '']) => name);
  return [...run, ...shortCommands];
}

describe('a command', () => {
  test.each(documents)('of $path is an existing script', ({ text }) => {
    expect(calledScripts(text).filter((name) => !(name in scripts))).toEqual([]);
  });

  test('is documented if it exists', () => {
    const called = new Set(documents.flatMap(({ text }) => calledScripts(text)));
    expect(Object.keys(scripts).filter((name) => !called.has(name))).toEqual([]);
  });

  test('is found in every notation', () => {
    const text = 'Run `npm run test:e2e -- x`, npm start,\n`npm run i18n`.';
    expect(calledScripts(text)).toEqual(['test:e2e', 'i18n', 'start']);
  });
});

/** Paths of files and folders mentioned in the text, without glob patterns. */
function namedPaths(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`|^```\w*\n(.*?)^```/gms)];
  const folders = 'server|tools|test|src|sync|schemas|workers|deploy|docs|public|locales|\\.ci';
  const path = new RegExp(`(?<![\\w./#-])(?:${folders})/(?:[\\w@./-]*[\\w/])?(?![\\w<*…-])`, 'g');
  return code.flatMap(([, one, block]) => (one ?? block ?? '').match(path) ?? []);
}

describe('a path', () => {
  // Rows name their tests without a folder; test/proofs.test.ts resolves them.
  const documentsToCheck = documents.filter(
    ({ path }) => !/docs\/(faults|security|bench)\.md/.test(path),
  );

  test.each(documentsToCheck)('of $path exists', ({ text }) => {
    expect(namedPaths(text).filter((path) => !existsExactly(path))).toEqual([]);
  });

  test.each([
    ['`node server/migrate.ts up`', ['server/migrate.ts']],
    ['```sh\nnode tools/nowhere.ts FOLDER\n```', ['tools/nowhere.ts']],
    [
      '`schemas/` and `sync/entities/<entity>/`, `src/*routes.ts`, `POST /api/v2/scans`',
      ['schemas/', 'sync/entities'],
    ],
    ['server/nowhere.ts', []],
  ])('is found in %s', (text, found) => {
    expect(namedPaths(text)).toEqual(found);
  });
});

/** The first column of the tables below a heading of a document, by the names in code. */
function namesInTable(path: string, heading: string): string[] {
  const [, chapter = ''] = read(path).text.split(`${heading}\n`);
  const [table = ''] = chapter.split(/^#/m);
  const cells = [...table.matchAll(/^\| ([^|]*)\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
}

describe('an environment variable', () => {
  const code = ['server', 'tools', 'test'].flatMap((folder) => filesUnder(folder, ['.ts']));
  const readVariables = [
    ...code,
    'playwright.config.ts',
    'vite.config.ts',
    'vitest.config.ts',
    'vitest-components.config.ts',
  ].flatMap((path) =>
    [...read(path).text.matchAll(/\benv\['([A-Z_]+)'\]/g)].map(([, name = '']) => name),
  );

  test('read by the server is in the table, and no other', () => {
    expect(namesInTable('docs/configuration.md', '# Configuration').toSorted()).toEqual(
      settingNames.toSorted(),
    );
  });

  test('documented for tests is used', () => {
    const namedVariables = namesInTable('docs/contributing.md', '## Variables of tests and tools');
    expect(namedVariables).toContain('TEST_DATABASE_URL');
    expect(namedVariables.filter((name) => !readVariables.includes(name))).toEqual([]);
  });

  test.each(documents)('of $path is read by the code', ({ text }) => {
    const knownNames = new Set([...settingNames, ...readVariables, ...otherNames]);
    const namedVariables = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)];
    const unknownNames = namedVariables
      .map(([, name = '']) => name)
      .filter((name) => !knownNames.has(name));
    expect(unknownNames).toEqual([]);
  });
});

/** Variables of Node and PostgreSQL, and words that only look like variables. */
const otherNames = ['NODE_OPTIONS', 'POSTGRES_PASSWORD'];

describe('the sentences of docs/troubleshooting.md', () => {
  const code = ['server', 'tools', 'test/setup', 'src']
    .flatMap((folder) => filesUnder(folder, ['.js', '.ts', '.tsx']))
    // A sentence may span two lines or two string literals.
    .map((path) =>
      read(path)
        .text.replace(/['`] \+\s+['`]/g, '')
        .replace(/\s+/g, ' '),
    );
  const quotedMessages = [...read('docs/troubleshooting.md').text.matchAll(/"([^"\n]+)"/g)];

  test('are found', () => {
    expect(quotedMessages.length).toBeGreaterThan(20);
  });

  test.each(quotedMessages.map(([, sentence = '']) => sentence))(
    '“%s” is in the code',
    (sentence) => {
      expect(code.some((text) => text.includes(sentence))).toBe(true);
    },
  );
});
