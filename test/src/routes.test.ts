import { expect, test } from 'vitest';
import { readSourceTree } from '#test/setup/source-tree.ts';
import { extractedTexts } from '#test/setup/catalogue.ts';
import { partOf } from '#tools/i18n/catalogue-part.ts';
import { routes } from '#src/app/routes.ts';

const files = new Map(readSourceTree().map((file) => [file.path, file]));
const texts = await extractedTexts();

/**
 * Files with deferred texts: a notice and the details of a campaign, which load together with their texts, and messages
 * for errors of photos, files and unsent edits, whose screens wait for the deferred texts.
 */
const withDeferredTexts = [
  'src/features/install/exports.tsx',
  'src/features/campaigns/exports.tsx',
  'src/data/text/error-messages.ts',
];

/** True if a screen and all its imports, including lazy ones, only use texts that load with the frame. */
function usesOnlyFrameTexts(screen: string): boolean {
  const visited = new Set<string>();
  const visit = (path: string): void => {
    const file = files.get(path);
    if (!file || visited.has(path) || withDeferredTexts.includes(path)) return;
    visited.add(path);
    for (const { target, isType } of file.imports) if (target !== null && !isType) visit(target);
  };
  visit(screen);
  return [...texts.values()].every(
    ({ origins }) => partOf(origins) === 'frame' || !origins.some((file) => visited.has(file)),
  );
}

/** The screens' files, in the order of the route table: each route imports one lazily. */
const screens = (files.get('src/app/routes.ts')?.imports ?? []).filter(({ isLazy }) => isLazy);

test('a screen waits for the remaining texts if, and only if, it uses one of them', () => {
  expect(screens).toHaveLength(routes.length);
  const waiting = routes.filter(({ inFrame }) => !inFrame).map(({ path }) => path);
  const withOtherTexts = screens.flatMap(({ target }, index) =>
    usesOnlyFrameTexts(target ?? '') ? [] : [routes[index]?.path],
  );
  expect(waiting).toEqual(withOtherTexts);
});
