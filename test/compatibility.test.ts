import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogueLanguages } from '#schemas/languages.ts';
import { type AllowedFeature, allowedFeatures } from './setup/compatibility/allowed-features.ts';
import { unsupportedUses, findProblems } from './setup/compatibility/findings.ts';
import { type Use, parseScripts, scriptUses } from './setup/compatibility/script-features.ts';
import { styleOfPage, styleUses } from './setup/compatibility/style-features.ts';
import { minimumVersions } from './setup/compatibility/support.ts';
import { filesUnder, root } from './setup/source-tree.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** True for a language's chunk: texts without code. */
const isCatalogue = (path: string) =>
  catalogueLanguages.some((language) => path.startsWith(`dist/assets/${language}-`));

function usesOfScripts(texts: ReadonlyMap<string, string>): Use[] {
  const { trees, ownNames } = parseScripts(texts);
  return trees.flatMap((tree) => scriptUses(tree, ownNames));
}

const usesInScript = (text: string) => usesOfScripts(new Map([['planted.js', text]]));
const usesInStyle = (text: string) => styleUses('planted.css', text);
const pathsOf = (uses: readonly Use[]) => unsupportedUses(uses).map(({ feature }) => feature.path);

test(
  'the build uses only features of the oldest supported browsers, and guarded features on the list',
  { timeout: 120_000 },
  () => {
    const scripts = filesUnder('dist', ['.js']).filter((path) => !isCatalogue(path));
    const styles = filesUnder('dist', ['.css']);
    const pages = filesUnder('dist', ['.html']);
    const texts = new Map([...scripts, ...styles, ...pages].map((path) => [path, read(path)]));
    const textsOf = (paths: readonly string[]) =>
      new Map(paths.map((path) => [path, texts.get(path) ?? '']));
    const uses = [
      ...usesOfScripts(textsOf(scripts)),
      ...[...textsOf(styles)].flatMap(([path, text]) => styleUses(path, text)),
      ...[...textsOf(pages)].flatMap(([path, text]) => styleUses(path, styleOfPage(text))),
    ];
    expect(uses.length).toBeGreaterThan(5_000);
    expect(findProblems(uses, allowedFeatures, texts)).toEqual([]);
  },
);

test('each listed feature has a reason and a fallback', () => {
  const incomplete = allowedFeatures.filter(
    ({ reason, fallback }) => !reason.endsWith('.') || !fallback.endsWith('.'),
  );
  expect(incomplete).toEqual([]);
});

test('the oldest versions match docs/supported-browsers.md', () => {
  const table = read('docs/supported-browsers.md');
  expect(table).toMatch(new RegExp(`\\| Chrome, Edge[^|]*\\| ${minimumVersions.chrome} +\\|`));
  expect(table).toMatch(new RegExp(`\\| Safari[^|]*\\| ${minimumVersions.safari_ios} +\\|`));
  expect(table).toMatch(new RegExp(`\\| Firefox +\\| ${minimumVersions.firefox} +\\|`));
});

describe('in a script, the check finds', () => {
  test.each([
    ['Iterator.prototype.map.call(rows)', 'javascript.builtins.Iterator.map'],
    ['Iterator.from(rows)', 'javascript.builtins.Iterator.from'],
    ['rows.values().map((row) => row.id)', 'javascript.builtins.Iterator.map'],
    ['new Map(rows).entries().filter(isOpen).toArray()', 'javascript.builtins.Iterator.toArray'],
    ['const all = text.matchAll(/a/g); all.some(Boolean)', 'javascript.builtins.Iterator.some'],
    ['function* ids() { yield 1; } ids().take(2)', 'javascript.builtins.Iterator.take'],
    ['rows[Symbol.iterator]().drop(1)', 'javascript.builtins.Iterator.drop'],
    ['navigator.vibrate(20)', 'api.Navigator.vibrate'],
    ['const device = navigator; device.vibrate(20)', 'api.Navigator.vibrate'],
    ['globalThis.navigator.vibrate(20)', 'api.Navigator.vibrate'],
    ['const { vibrate } = navigator', 'api.Navigator.vibrate'],
    ['Promise.try(work)', 'javascript.builtins.Promise.try'],
    ['window.Promise["try"](work)', 'javascript.builtins.Promise.try'],
    ['Array.fromAsync(rows)', 'javascript.builtins.Array.fromAsync'],
    ['new Set(some).union(others)', 'javascript.builtins.Set.union'],
    ['RegExp.escape(text)', 'javascript.builtins.RegExp.escape'],
    ['Math.sumPrecise(points)', 'javascript.builtins.Math.sumPrecise'],
    ['bytes.toBase64()', 'javascript.builtins.Uint8Array.toBase64'],
    ['requestIdleCallback(work)', 'api.Window.requestIdleCallback'],
    ['new Intl.DurationFormat("pl")', 'javascript.builtins.Intl.DurationFormat'],
    ['new Temporal.PlainDate(2026, 1, 1)', 'javascript.builtins.Temporal'],
    ['new CloseWatcher()', 'api.CloseWatcher'],
    ['registration.sync.register("outbox")', 'api.ServiceWorkerRegistration.sync'],
    ['new BarcodeDetector()', 'api.BarcodeDetector'],
    [
      'window.addEventListener("beforeinstallprompt", keep)',
      'api.Window.beforeinstallprompt_event',
    ],
    ['{ using file = open(); }', 'javascript.statements.using'],
    [
      'import table from "./table.json" with { type: "json" }',
      'javascript.statements.import.import_attributes',
    ],
    ['/(?i:a)b/.test(text)', 'javascript.regular_expressions.modifier'],
    [
      '/(?<y>a)|(?<y>b)/.test(text)',
      'javascript.regular_expressions.named_capturing_group.duplicate_named_capturing_groups',
    ],
  ])('%s', (text, path) => {
    expect(pathsOf(usesInScript(text))).toContain(path);
    expect(findProblems(usesInScript(text), [], new Map())).not.toEqual([]);
  });
});

describe('in a script, the check ignores', () => {
  test.each([
    'rows.map((row) => row.id).filter(Boolean)',
    'Object.keys(rows).map(String); Object.entries(rows).filter(Boolean)',
    '[...rows.values()].map(String)',
    'const Iterator = class { static from() {} }; Iterator.from(rows)',
    'function run(Promise) { return Promise.try(1); }',
    'const feel = { vibrate() {} }; feel.vibrate()',
    'Map.groupBy(rows, idOf); URL.canParse(text); Object.hasOwn(row, "id")',
    'structuredClone(rows).at(-1); "a".replaceAll("a", "b")',
    'class Row { #id = 1; static { this.made = 0; } has(row) { return #id in row; } }',
    '/(?<=a)b/v.test(text); /(?:a)(?<year>b)/u.test(text)',
  ])('%s', (text) => {
    expect(pathsOf(usesInScript(text))).toEqual([]);
  });
});

describe('a listed feature', () => {
  const vibrate = [
    { features: ['api.Navigator.vibrate'], reason: 'Vibrates.', fallback: 'A sound.' },
  ];
  const problems = (text: string) => findProblems(usesInScript(text), vibrate, new Map());

  test.each([
    'navigator.vibrate?.(20)',
    'if ("vibrate" in navigator) navigator.vibrate(20)',
    'if (typeof navigator.vibrate === "function") navigator.vibrate(20)',
    'navigator.vibrate && navigator.vibrate(20)',
  ])('is checked before use: %s', (text) => {
    expect(problems(text)).toEqual([]);
  });

  test('must not be used without a feature check', () => {
    expect(problems('navigator.vibrate(20)')).toEqual([
      expect.stringContaining('is used without a feature check') as string,
    ]);
  });

  test.each([
    'const can = () => "vibrate" in navigator; function feel() { navigator.vibrate(20); }',
    'function one() { navigator.vibrate?.(1); } function two() { navigator.vibrate(20); }',
  ])('must be checked by the function that uses it: %s', (text) => {
    expect(problems(text)).toHaveLength(1);
  });

  test('may be checked elsewhere in the script if its entry allows it', () => {
    const entry = { ...vibrate[0], detectedBy: 'api.Navigator.vibrate' } as AllowedFeature;
    const text =
      'const can = () => "vibrate" in navigator; const feel = () => navigator.vibrate(20);';
    expect(findProblems(usesInScript(text), [entry], new Map())).toEqual([]);
  });

  test('must be removed from the list once unused', () => {
    expect(problems('navigator.onLine')).toEqual([
      'api.Navigator.vibrate: nothing needs this entry',
    ]);
  });
});

describe('in a style sheet, the check finds', () => {
  test.each([
    ['textarea { field-sizing: content }', 'css.properties.field-sizing'],
    ['p { text-wrap: pretty }', 'css.properties.text-wrap.pretty'],
    ['a { color: light-dark(#fff, #000) }', 'css.types.color.light-dark'],
    [':root { --ink: light-dark(#fff, #000) }', 'css.types.color.light-dark'],
    ['a { width: calc-size(auto, size) }', 'css.types.calc-size'],
    ['@starting-style { a { opacity: 0 } }', 'css.at-rules.starting-style'],
    ['@position-try --top { top: 0 }', 'css.at-rules.position-try'],
    ['a { user-select: none }', 'css.properties.user-select'],
    ['details::details-content { height: 0 }', 'css.selectors.details-content'],
    ['select:open, a { color: red }', 'css.selectors.open'],
    [
      '@media (prefers-reduced-transparency: reduce) { a { opacity: 1 } }',
      'css.at-rules.media.prefers-reduced-transparency',
    ],
  ])('%s', (text, path) => {
    expect(pathsOf(usesInStyle(text))).toContain(path);
    expect(findProblems(usesInStyle(text), [], new Map())).not.toEqual([]);
  });

  test('a rule that is dropped entirely because of one selector, even for a listed feature', () => {
    const open = [{ features: ['css.selectors.open'], reason: 'An arrow.', fallback: 'None.' }];
    expect(
      findProblems(usesInStyle('select:open, a { color: red }'), open, new Map()),
    ).toHaveLength(1);
    expect(findProblems(usesInStyle('select:open { color: red }'), open, new Map())).toEqual([]);
    const unsupportedRule = '@supports selector(:open) { select:open, a { color: red } }';
    expect(findProblems(usesInStyle(unsupportedRule), open, new Map())).toEqual([]);
  });
});

describe('in a style sheet, the check ignores', () => {
  test.each([
    'a { -webkit-user-select: none; user-select: none }',
    'a:has(b) { height: 100dvh; color: color-mix(in srgb, red, blue) }',
    '.md\\:light-dark\\( { content: "light-dark(" }',
    '@layer base { @media (width >= 40rem) { a { inset: 0; translate: 1px } } }',
    '@property --x { syntax: "*"; inherits: false }',
    '@keyframes come { from { opacity: 0 } to { opacity: 1 } }',
  ])('%s', (text) => {
    expect(pathsOf(usesInStyle(text))).toEqual([]);
  });
});
