import { type ESTree, Visitor } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { parseSource, readSourceTree, type SourceFile } from './setup/source-tree.ts';

const productFiles = readSourceTree(['schemas', 'sync', 'workers', 'src', 'server']).filter(
  // This file decides the formatting locale.
  ({ path }) => path !== 'schemas/formatting-locale.ts',
);

describe('text formatted for people', () => {
  test('gets its locale from formattingLocale(), never from the bare language', () => {
    expect(productFiles.flatMap(bareLocales)).toEqual([]);
  });

  test.each([
    'new Intl.DateTimeFormat(language, { month: "long" });',
    'new Intl.DisplayNames(i18n.locales ?? i18n.locale, { type: "region" });',
    'new Intl.NumberFormat();',
    'new Intl.ListFormat([locale]);',
    'new Intl.Segmenter("sr");',
    'Intl.NumberFormat(locale).format(2);',
    'one.localeCompare(other);',
    'one.localeCompare(other, locale);',
    'name?.toLocaleUpperCase(language);',
    'date.toLocaleDateString();',
    'const { DateTimeFormat } = Intl;',
    'const Plurals = Intl["PluralRules"];',
  ])('the rule finds %s', (text) => {
    expect(bareLocales(parseSource('src/planted.ts', text))).toEqual(['src/planted.ts:1']);
  });

  test.each([
    'new Intl.DateTimeFormat(formattingLocale(language), { month: "long" });',
    'one.localeCompare(other, formattingLocale(i18n.locale));',
    'name.toLocaleUpperCase(formattingLocale(language));',
    'let format: Intl.DateTimeFormat;',
    'new Intl.DateTimeFormat("en-CA", { timeZone });',
  ])('the rule accepts %s', (text) => {
    expect(bareLocales(parseSource('src/planted.ts', text))).toEqual([]);
  });
});

/** Index of the locale argument of each method. */
const localeArgumentIndex: ReadonlyMap<string, number> = new Map([
  ['localeCompare', 1],
  ['toLocaleUpperCase', 0],
  ['toLocaleLowerCase', 0],
  ['toLocaleString', 0],
  ['toLocaleDateString', 0],
  ['toLocaleTimeString', 0],
]);
/** Machine-readable: dates such as `2026-05-04`. */
const machineLocale = 'en-CA';

function bareLocales({ path, text, parsed }: SourceFile): string[] {
  const found = new Set<number>();
  const checkedUses = new Set<ESTree.Node>();
  const check = (locale: ESTree.Node | undefined, offset: number) => {
    // The UI kit doesn't import schemas; it uses the locales activated by the app.
    const isUiKitLocale =
      path.startsWith('src/ui/') && locale?.type === 'Identifier' && locale.name === 'locales';
    if (!isUiKitLocale && !isAllowedLocale(locale)) found.add(offset);
  };
  const checkCall = ({
    callee,
    arguments: given,
    start,
  }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type !== 'MemberExpression') return;
    if (isIntl(callee.object) && !callee.computed) {
      checkedUses.add(callee.object);
      check(given[0], start);
    }
    const localeIndex =
      callee.property.type === 'Identifier'
        ? localeArgumentIndex.get(callee.property.name)
        : undefined;
    if (localeIndex !== undefined) check(given[localeIndex], start);
  };
  const uses: ESTree.Node[] = [];
  new Visitor({
    NewExpression: checkCall,
    CallExpression: checkCall,
    VariableDeclarator: ({ init }) => {
      if (init && isIntl(init)) uses.push(init);
    },
    MemberExpression: ({ object }) => {
      if (isIntl(object)) uses.push(object);
    },
  }).visit(parsed.program);
  for (const node of uses) if (!checkedUses.has(node)) found.add(node.start);
  return [...found].map((offset) => `${path}:${text.slice(0, offset).split('\n').length}`);
}

function isIntl(node: ESTree.Node): boolean {
  return node.type === 'Identifier' && node.name === 'Intl';
}

function isAllowedLocale(locale: ESTree.Node | undefined): boolean {
  if (locale?.type === 'Literal') return locale.value === machineLocale;
  return (
    locale?.type === 'CallExpression' &&
    locale.callee.type === 'Identifier' &&
    locale.callee.name === 'formattingLocale'
  );
}
