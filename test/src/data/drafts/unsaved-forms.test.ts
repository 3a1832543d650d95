import { expect, test, vi } from 'vitest';
import {
  markUnsaved,
  isFormTouched,
  hasUnsavedForm,
  whenSaved,
} from '#src/data/drafts/unsaved-forms.ts';

test('an action that ends the page waits for every unsaved form', () => {
  const reload = vi.fn<() => void>();
  const letGo = [markUnsaved(), markUnsaved()];
  whenSaved(reload);
  letGo[0]?.();
  expect([hasUnsavedForm.current(), reload.mock.calls.length]).toEqual([true, 0]);
  letGo[1]?.();
  expect([hasUnsavedForm.current(), reload.mock.calls.length]).toEqual([false, 1]);
});

test('the action runs once, and not again with the next form', () => {
  const reload = vi.fn<() => void>();
  const letGo = markUnsaved();
  whenSaved(reload);
  letGo();
  letGo();
  markUnsaved()();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an autosaved form is touched but not unsaved', () => {
  const letGo = markUnsaved(false);
  expect([isFormTouched.current(), hasUnsavedForm.current()]).toEqual([true, false]);
  letGo();
  expect(isFormTouched.current()).toBe(false);
});

test('the action runs at once if nothing is unsaved', () => {
  const reload = vi.fn<() => void>();
  whenSaved(reload);
  expect(reload).toHaveBeenCalledTimes(1);
});
