import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, root } from '#test/setup/source-tree.ts';

/**
 * Test code that adds, reserves or returns points: closing a project, answering a survey,
 * ordering, topping up, and operator commands.
 */
const actionPattern =
  /'Finish'|\/\^Project closed: |'Top up card'|'Cancel project'|\bOrder for\b|'(?:projects|orders|companies)', '(?:accept|approve|fail|reject|complete|verify)'/;

test('every flow that closes, orders, tops up, cancels or answers a survey compares its screens with the ledger', () => {
  const flows = ['test/e2e', 'test/e2e-fixtures']
    .flatMap((folder) => filesUnder(folder, ['.ts']))
    // The ledger's own files contain these labels but perform no action.
    .filter((path) => !path.startsWith('test/e2e-fixtures/ledger'))
    // Its "Finish" ends a handover sheet, which earns no points.
    .filter((path) => path !== 'test/e2e/handover.e2e.ts')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => actionPattern.test(text));
  expect(flows.length).toBeGreaterThan(8);
  const uncheckedFlows = flows.filter(({ text }) => !text.includes('.expectScreenAgrees('));
  expect(uncheckedFlows.map(({ path }) => path)).toEqual([]);
});
