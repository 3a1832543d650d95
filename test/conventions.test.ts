import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Visitor } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import {
  type SourceFile,
  codeFolders,
  filesUnder,
  readSourceTree,
  root,
} from './setup/source-tree.ts';

const files = readSourceTree();

/** Longer ones have more than one subject. */
const longestFile = 300;

const subjects = /^[a-z0-9]+(-[a-z0-9]+)*(\.(worker|test|e2e|bench|config|d))?\.tsx?$/;
/** Names that say nothing: whatever is put there has a subject of its own. */
const nameless = /^(utils?|helpers?|types?|common|shared|misc|index|constants|lib)\./;

describe('files', () => {
  test('are kebab-case and named for their subject', () => {
    const misnamed = files
      .map(({ path }) => path)
      .filter((path) => !subjects.test(basename(path)) || nameless.test(basename(path)));
    expect(misnamed).toEqual([]);
  });

  test(`have at most ${longestFile} lines`, () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > longestFile);
    expect(long).toEqual([]);
  });

  test('hold code of their own: nothing only passes on what others export', () => {
    const barrels = files.filter(
      ({ path, parsed }) => parsed.program.body.length > 0 && isBarrel(parsed) && !isDoor(path),
    );
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test('say why where they claim that a value is there (`!`)', () => {
    expect(files.flatMap(unexplainedAssertions)).toEqual([]);
  });
});

/** The two files by which features know each other may hand on what sync does for them. */
function isDoor(path: string): boolean {
  return /^src\/features\/[^/]+\/(queries|actions)\.ts$/.test(path);
}

function isBarrel({ program }: SourceFile['parsed']): boolean {
  return program.body.every(
    (statement) =>
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
  );
}

/** Where a `!` has no comment on its line or the one above. */
function unexplainedAssertions({ path, text, parsed }: SourceFile): string[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const commented = new Set(parsed.comments.map(({ end }) => lineOf(end)));
  const found: string[] = [];
  new Visitor({
    TSNonNullExpression: ({ end }) => {
      const line = lineOf(end);
      if (!commented.has(line) && !commented.has(line - 1)) found.push(`${path}:${line}`);
    },
  }).visit(parsed.program);
  return found;
}

describe('tests', () => {
  const suites = files.filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path));

  test('wait for what they expect, never for time to pass', () => {
    const sleep = /waitForTimeout\(|=>\s*setTimeout\(\w+,\s*[\d_]{2,}/;
    const sleepers = suites.filter(({ path, text }) => path !== ownPath && sleep.test(text));
    expect(sleepers.map(({ path }) => path)).toEqual([]);
  });

  test('find things on the screen as a person does: by role, label or text', () => {
    const selector = /\.locator\(\s*['"`](?!body|html|video)|getByTestId\(|page\.\$/;
    const seekers = files.filter(
      ({ path, text }) => path.startsWith('test/e2e') && selector.test(text),
    );
    expect(seekers.map(({ path }) => path)).toEqual([]);
  });
});

const ownPath = 'test/conventions.test.ts';

/**
 * Hosts that may stand in the product: reserved for examples, the machine itself, names of XML, and the
 * provider of the videos, who is asked for one only when somebody plays it (spec 2 §2, "Resources").
 */
const ownHosts =
  /^(([a-z0-9-]+\.)*(example|example\.(com|org|net)|test|invalid)|localhost|127\.0\.0\.1|0\.0\.0\.0|(www\.)?w3\.org|www\.youtube-nocookie\.com)$/;

describe('addresses', () => {
  test('the product speaks with no foreign host', () => {
    const texts = ['.ts', '.tsx', '.css', '.html', '.svg', '.json', '.webmanifest', '.po'];
    const product = [...codeFolders.filter((folder) => folder !== 'test'), 'public', 'locales'];
    const paths = product.filter((folder) => existsSync(join(root, folder)));
    const foreign = [...paths.flatMap((folder) => filesUnder(folder, texts)), 'index.html'].flatMap(
      (path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/\bhttps?:\/\/([a-z0-9.-]+)(\$\{)?/gi)]
          .filter(([, , isMade]) => isMade === undefined)
          .filter(([, host = '']) => !ownHosts.test(host.toLowerCase()))
          .map(([address]) => `${path}: ${address}`),
    );
    expect(foreign).toEqual([]);
  });

  test('the lock file leaves open where packages come from', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain(
      '"resolved": "http',
    );
  });
});
