import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statePairs } from '#test/gallery/state-pairs.tsx';
import { filesUnder, root } from '#test/setup/source-tree.ts';

/** Attributes and classes that express a state. */
const drawsState = [
  /aria-(checked|pressed|selected|current|invalid)=\{/,
  /role="(switch|option|tab|radio|progressbar|meter)"/,
  /type[=:] ?['"](radio|checkbox)['"]/,
  /\b(checked|data-selected|data-focused|data-pressed|aria-\[current\]|aria-pressed):[a-z]/,
  /:checked|\[aria-(current|pressed|selected|checked)/,
];

/** Files that use a state but leave its styling to others. */
const coveredElsewhere: Readonly<Record<string, string>> = {
  'src/features/job-photos/photo-choice.tsx': 'native checkboxes show the state',
  'src/features/marketing/material-editor.tsx': 'finds the first invalid field',
  'src/styles/forced-colors.css': 'adds styles that the components lack',
  'src/ui/fields/choice-cards.tsx': 'the group shows the error',
  'src/ui/focus/focus-first-error.ts': 'finds the first invalid field',
  'src/ui/links.tsx': 'passes the state on',
  'src/ui/layout/list-detail-panes.tsx': 'scrolls to the open row',
};

test('every file that styles a state has a pair of states in the gallery', () => {
  const shownFiles = new Set(statePairs.flatMap(({ files }) => files));
  const drawing = filesUnder('src', ['.ts', '.tsx', '.css']).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return drawsState.some((pattern) => pattern.test(text));
  });
  const missing = drawing.filter((path) => !shownFiles.has(path) && !(path in coveredElsewhere));
  expect(drawing.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test('the files of all pairs exist, and no two pairs have the same name', () => {
  const files = new Set(filesUnder('src', ['.ts', '.tsx', '.css']));
  const namedFiles = [
    ...statePairs.flatMap(({ files }) => files),
    ...Object.keys(coveredElsewhere),
  ];
  expect(namedFiles.filter((path) => !files.has(path))).toEqual([]);
  const names = statePairs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
