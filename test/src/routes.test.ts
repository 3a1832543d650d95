import { expect, test } from 'vitest';
import { readSourceTree } from '#test/setup/source-tree.ts';
import { extractedTexts } from '#test/setup/catalogue.ts';
import { partsOf, START } from '#tools/texts/parts-of.ts';
import { routes } from '#src/routes.ts';

const files = new Map(readSourceTree().map((file) => [file.path, file]));
const texts = await extractedTexts();

/** The areas that say something on a screen: of it and of all that it imports, also lazily. */
function areasShownBy(screen: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const file = files.get(path);
    if (!file || seen.has(path)) return;
    seen.add(path);
    for (const { target, isType } of file.imports) if (target !== null && !isType) visit(target);
  };
  visit(screen);
  const said = [...texts.values()].flatMap(({ origins }) => {
    if (partsOf(origins).includes(START)) return [];
    return origins.filter((file) => seen.has(file));
  });
  return [...new Set(partsOf(said))].filter((part) => part !== START);
}

/** The screens' files, in the order of the route table: each entry imports one, its part comes last. */
const screens = [
  'src/routes.ts',
  'src/shop-routes.ts',
  'src/marketing-routes.ts',
  'src/club-card-routes.ts',
  'src/certificate-routes.ts',
  'src/team-routes.ts',
  'src/support-routes.ts',
  'src/account-routes.ts',
]
  .flatMap((path) => files.get(path)?.imports ?? [])
  .filter(({ isLazy }) => isLazy);

test('every route brings the texts that its screen shows', () => {
  expect(screens).toHaveLength(routes.length);
  const brought = routes.map(({ path, texts }) => [path, [...texts].toSorted()]);
  const shown = screens.map(({ target }, at) => [
    routes[at]?.path,
    areasShownBy(target ?? '').toSorted(),
  ]);
  expect(brought).toEqual(shown);
});
