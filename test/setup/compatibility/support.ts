import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  BrowserName,
  CompatData,
  Identifier,
  SimpleSupportStatement,
  SupportStatement,
} from '@mdn/browser-compat-data';
import { root } from '../source-tree.ts';

/** Oldest versions claimed in docs/supported-browsers.md. */
export const minimumVersions = {
  chrome: '120',
  chrome_android: '120',
  edge: '120',
  firefox: '128',
  firefox_android: '128',
  safari: '17.4',
  safari_ios: '17.4',
} satisfies Partial<Record<BrowserName, string>>;

type Browser = keyof typeof minimumVersions;

/** A feature by its MDN path, such as `api.Navigator.vibrate`. */
export type Feature = {
  path: string;
  /** Browsers whose oldest supported version lacks it. */
  missing: readonly Browser[];
  /** Browsers with partial support. */
  partial: readonly Browser[];
};

/** MDN's compatibility data, read from the file because importing 20 MB of JSON slows down vitest. */
const data = JSON.parse(
  readFileSync(join(root, 'node_modules/@mdn/browser-compat-data/data.json'), 'utf8'),
) as CompatData;

/** MDN's data at a path; undefined if missing. */
export function entryAt(path: readonly string[]): Identifier | undefined {
  let entry: unknown = data;
  for (const key of path) {
    if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, key)) return undefined;
    entry = (entry as Record<string, unknown>)[key];
  }
  return entry as Identifier | undefined;
}

/** Names below a path, without the compatibility statement. */
export function namesUnder(path: readonly string[]): string[] {
  return Object.keys(entryAt(path) ?? {}).filter((key) => key !== '__compat');
}

const cache = new Map<string, Feature | undefined>();

/** The feature at a path; undefined if MDN has no data on it. */
export function featureAt(...keys: readonly string[]): Feature | undefined {
  const path = keys.join('.');
  if (!cache.has(path)) cache.set(path, readFeature(path, keys));
  return cache.get(path);
}

function readFeature(path: string, keys: readonly string[]): Feature | undefined {
  const support = entryAt(keys)?.__compat?.support;
  if (!support) return undefined;
  const levels = browsers.map((browser) => [browser, levelOf(support[browser], browser)] as const);
  const browsersWith = (level: Level) =>
    levels.flatMap(([browser, supportLevel]) => (supportLevel === level ? [browser] : []));
  return { path, missing: browsersWith('missing'), partial: browsersWith('partial') };
}

/**
 * Of several features with the same name, returns the one that the fewest browsers lack: if one is universally
 * supported, the name proves nothing.
 */
export function widestSupport(features: readonly (Feature | undefined)[]): Feature | undefined {
  return features
    .filter((feature) => feature !== undefined)
    .toSorted(
      (first, second) =>
        first.missing.length - second.missing.length ||
        first.partial.length - second.partial.length,
    )[0];
}

/** Browsers that support a property only with this prefix. */
export function prefixesOf(...path: readonly string[]): ReadonlyMap<Browser, string> {
  const support = entryAt(path)?.__compat?.support;
  const prefixes = new Map<Browser, string>();
  for (const browser of browsers) {
    const prefixed = statements(support?.[browser]).find(
      (statement) => statement.prefix !== undefined && covers(statement, browser),
    );
    if (prefixed?.prefix !== undefined) prefixes.set(browser, prefixed.prefix);
  }
  return prefixes;
}

const browsers = Object.keys(minimumVersions) as Browser[];

type Level = 'full' | 'partial' | 'missing';

function levelOf(support: SupportStatement | undefined, browser: Browser): Level {
  // Without data, assume support.
  if (support === undefined) return 'full';
  const currentStatements = statements(support).filter(
    (statement) =>
      statement.flags === undefined &&
      statement.prefix === undefined &&
      statement.alternative_name === undefined &&
      covers(statement, browser),
  );
  if (currentStatements.length === 0) return 'missing';
  return currentStatements.every((statement) => statement.partial_implementation)
    ? 'partial'
    : 'full';
}

function statements(support: SupportStatement | undefined): readonly SimpleSupportStatement[] {
  if (support === undefined) return [];
  return Array.isArray(support) ? support : [support];
}

/** True if the oldest supported version is in the statement's range. */
function covers(statement: SimpleSupportStatement, browser: Browser): boolean {
  const minimum = minimumVersions[browser];
  const { version_added: added, version_removed: removed } = statement;
  if (typeof added !== 'string' || added === 'preview') return false;
  if (compareVersions(added, minimum) > 0) return false;
  return typeof removed !== 'string' || removed === 'preview'
    ? true
    : compareVersions(removed, minimum) > 0;
}

/** Compares versions such as `17.4` numerically; negative if the first is older. */
function compareVersions(first: string, second: string): number {
  const numbers = (version: string) => version.replace('≤', '').split('.').map(Number);
  const [left, right] = [numbers(first), numbers(second)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
