import { beforeEach, expect, test } from 'vitest';
import {
  hasKeptTexts,
  hasSessionEnded,
  keepText,
  openFormWithScreen,
  recordSession,
  recordSignOut,
  shouldOpenWithScreen,
  subscribeKeptTexts,
  takeKeptText,
} from '#console/data/kept-texts.ts';
import { draftLink } from '#console/parts/draft-links.ts';
import { readSourceTree } from '#test/setup/source-tree.ts';

const key = { kind: 'survey', record: 'new', field: 'form' };
beforeEach(() => {
  recordSignOut();
  recordSession('ewa');
});

test('the sign-in form is notified of a text that is kept after the form has opened', () => {
  const seen: boolean[] = [];
  const stop = subscribeKeptTexts(() => void seen.push(hasKeptTexts()));
  keepText(key, 'Roofs');
  stop();
  recordSignOut();
  keepText(key, 'Roofs');
  expect(seen).toEqual([true]);
});

test('a text is returned once to the operator whose session has ended', () => {
  keepText(key, 'Roofs');
  expect(hasSessionEnded()).toBe(true);
  recordSession('ewa');
  expect(shouldOpenWithScreen(key)).toBe(true);
  expect(shouldOpenWithScreen({ ...key, record: 'other' })).toBe(false);
  expect(takeKeptText(key)).toBe('Roofs');
  expect(takeKeptText(key)).toBeNull();
  expect(shouldOpenWithScreen(key)).toBe(false);
});

test('another operator never gets the text', () => {
  keepText(key, 'Roofs');
  recordSession('jan');
  expect(hasKeptTexts()).toBe(false);
  expect(takeKeptText(key)).toBeNull();
});

test('no text is kept after the operator has signed out', () => {
  keepText(key, 'Roofs');
  recordSignOut();
  keepText(key, 'Roofs');
  expect(hasSessionEnded()).toBe(false);
  recordSession('ewa');
  expect(takeKeptText(key)).toBeNull();
});

test('a form opens together with its screen until its draft has been read', () => {
  openFormWithScreen(key);
  expect(shouldOpenWithScreen(key)).toBe(true);
  expect(takeKeptText(key)).toBeNull();
  expect(shouldOpenWithScreen(key)).toBe(false);
});

test('each form with a draft has a link on Today', () => {
  const declarations = readSourceTree()
    .filter(({ path }) => path.startsWith('console/features/'))
    .flatMap(({ text }) => [...text.matchAll(/kind: '([a-z_]+)', record\b/g)])
    .map(([, kind = '']) => kind);
  const kinds = [...new Set(declarations)];
  expect(kinds).toEqual(expect.arrayContaining(['survey', 'company_points', 'first_settings']));
  expect(kinds.filter((kind) => !draftLink({ kind, record: 'new', field: 'form' }))).toEqual([]);
});
