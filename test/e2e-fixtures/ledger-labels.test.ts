import { expect, test } from 'vitest';
import { readCatalogue } from '#test/setup/catalogue.ts';
import { ledgerLabels } from './ledger-labels.ts';

/** Returns all strings of a label tree, in order. */
function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree];
  if (tree instanceof RegExp || typeof tree !== 'object' || tree === null) return [];
  return Object.values(tree).flatMap(textsOf);
}

test('the labels used to find numbers match the catalogue', async () => {
  const translations = [...(await readCatalogue('pl')).values()];
  const [en, pl] = [textsOf(ledgerLabels('en')), textsOf(ledgerLabels('pl'))];
  const unknown = en.filter(
    (text, index) =>
      !translations.some(
        ({ message, translation }) =>
          message.startsWith(text) && translation.startsWith(pl[index] ?? '?'),
      ),
  );
  expect(unknown).toEqual([]);
  expect(pl).toHaveLength(en.length);
  expect(() => ledgerLabels('sl')).toThrow('sl');
});
