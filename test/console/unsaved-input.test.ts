import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addInput,
  hasInputs,
  isAnyUnsaved,
  wouldLoseInput,
  leaveInputs,
  type Move,
  type UnsavedInput,
} from '#console/data/unsaved-input.ts';
import { readSourceTree } from '#test/setup/source-tree.ts';

const removals: (() => void)[] = [];
const add = (input: UnsavedInput) => removals.push(addInput(() => input));
beforeEach(() => {
  for (const remove of removals.splice(0)) remove();
});

const home = { pathname: '/support', search: { open: 'a' } };
const move = (next: Move['next'], action = 'PUSH'): Move => ({ action, current: home, next });
const toOrders = move({ pathname: '/orders', search: {} });
const toFilter = move({ pathname: '/support', search: { open: 'a', view: 'mine' } });
const toTab = move({ pathname: '/support', search: { open: 'a', tab: 'note' } });
const toOther = move({ pathname: '/support', search: { open: 'b' } });
const back = { ...toFilter, action: 'BACK' };
const moves = { toOrders, toFilter, toTab, toOther, back };

test.each([
  ['screen', ['toOrders']],
  ['tab', ['toOrders', 'toTab']],
  ['open', ['toOrders', 'toTab', 'toOther']],
  ['sheet', ['toOrders', 'back']],
] as const)('input in a %s is lost by %s', async (place, lost) => {
  add({ place, isUnsaved: () => true });
  const found: string[] = [];
  for (const [name, each] of Object.entries(moves))
    if (await wouldLoseInput(each)) found.push(name);
  expect(found).toEqual(lost);
  expect(await wouldLoseInput(null)).toBe(true);
});

describe('unsaved input', () => {
  test('is saved instead of lost', async () => {
    let isUnsaved = true;
    const save = vi.fn(() => {
      isUnsaved = false;
      return Promise.resolve();
    });
    add({ place: 'screen', isUnsaved: () => isUnsaved, save });
    expect(await wouldLoseInput(toOrders)).toBe(false);
    expect(save).toHaveBeenCalledTimes(1);
  });

  test('is lost if its save fails', async () => {
    add({ place: 'screen', isUnsaved: () => true, save: () => Promise.resolve() });
    expect(await wouldLoseInput(toOrders)).toBe(true);
  });

  test('is lost if its save takes too long', async () => {
    vi.useFakeTimers();
    try {
      add({ place: 'screen', isUnsaved: () => true, save: () => new Promise(() => undefined) });
      const lost = wouldLoseInput(toOrders);
      await vi.advanceTimersByTimeAsync(2000);
      expect(await lost).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is saved while the browser asks for confirmation', () => {
    const save = vi.fn(() => Promise.resolve());
    add({ place: 'screen', isUnsaved: () => true, save });
    expect(isAnyUnsaved()).toBe(true);
    expect(save).toHaveBeenCalledTimes(1);
  });
});

test('input that is already saved or no longer on the page can’t be lost', async () => {
  const save = vi.fn(() => Promise.resolve());
  add({ place: 'screen', isUnsaved: () => false, save });
  addInput(() => ({ place: 'screen', isUnsaved: () => true }))();
  expect(await wouldLoseInput(toOrders)).toBe(false);
  expect(isAnyUnsaved()).toBe(false);
  expect(save).not.toHaveBeenCalled();
  expect(hasInputs()).toBe(true);
});

test('input is notified of a move only if the move removes it', () => {
  const [onScreen, inTab] = [vi.fn(), vi.fn()];
  add({ place: 'screen', isUnsaved: () => false, onLeave: onScreen });
  add({ place: 'tab', isUnsaved: () => false, onLeave: inTab });
  leaveInputs(toTab);
  expect(onScreen).not.toHaveBeenCalled();
  expect(inTab).toHaveBeenCalledTimes(1);
});

describe('every form of the console asks for confirmation before its input is lost, because it', () => {
  const files = readSourceTree().filter(({ path }) => path.startsWith('console/'));
  const filesWith = (pattern: RegExp) =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test('is a `SubmitForm`', () => {
    expect(filesWith(/<form\b/)).toEqual(['console/parts/submit-form.tsx']);
  });

  test('edits a record with `useRecordForm`', () => {
    expect(filesWith(/\buseForm\b/)).toEqual(['console/parts/record/use-record-form.ts']);
  });

  test('asks only through `LeaveGuard`', () => {
    expect(filesWith(/\buseBlocker\b|\bhistory\.block\b|beforeunload/)).toEqual([
      'console/parts/leave-guard.tsx',
    ]);
  });

  test('has its fields in such a form, or in components of such a form', () => {
    const forms = /<(SubmitForm|ActionForm|ActionDialog|FormDialog|RecordForm|ChangeList)\b/;
    const hooks = /\buse(RecordForm|UnsavedInput)[<(]/;
    const byPath = new Map(files.map((file) => [file.path, file]));
    const isForm = ({ text, imports }: (typeof files)[number]) =>
      forms.test(text) ||
      hooks.test(text) ||
      imports.some(({ target }) => target !== null && hooks.test(byPath.get(target)?.text ?? ''));
    const isInForms = (file: (typeof files)[number]): boolean => {
      const parts = [...file.text.matchAll(/export function ([A-Z]\w+)/g)].map(([, name]) => name);
      const shows = new RegExp(`<(${parts.join('|')})\\b`);
      const users = files.filter(
        ({ text, imports }) =>
          shows.test(text) && imports.some(({ target }) => target === file.path),
      );
      return isForm(file) || (users.length > 0 && users.every(isInForms));
    };
    const withFields = files.filter(({ text }) =>
      /<(TextField|TextAreaField|HtmlField|textarea)\b/.test(text),
    );
    expect(withFields.length).toBeGreaterThan(30);
    expect(withFields.filter((file) => !isInForms(file)).map(({ path }) => path)).toEqual([]);
  });
});
