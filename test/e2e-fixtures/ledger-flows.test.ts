import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, root } from '#test/setup/source-tree.ts';

/**
 * The last press of whatever books points, reserves them or gives them back, and the commands by which an operator
 * does: a closing (with its survey, or by what is told of it), every other survey, an order, a top-up, a customer who
 * cancels.
 */
const act =
  /'Finish'|\/ is closed\$\/|'Move the points'|'End the project'|\bOrder for\b|'(?:projects|orders|companies)', '(?:accept|approve|fail|reject|complete|verify)'/;

test('every flow that closes, orders, tops up, cancels or answers a survey holds its screens against the ledger', () => {
  const flows = ['test/e2e', 'test/e2e-fixtures']
    .flatMap((folder) => filesUnder(folder, ['.ts']))
    // The ledger's own files know the words, and do nothing.
    .filter((path) => !path.startsWith('test/e2e-fixtures/ledger'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => act.test(text));
  expect(flows.length).toBeGreaterThan(8);
  const unproven = flows.filter(({ text }) => !text.includes('.expectScreenAgrees('));
  expect(unproven.map(({ path }) => path)).toEqual([]);
});
