import { expect, test, vi } from 'vitest';
import {
  markUnsaved,
  isFormTouched,
  hasUnsavedForm,
  whenSaved,
} from '#src/data/drafts/unsaved-forms.ts';

test('an action that ends the page waits for every unsaved form', () => {
  const reload = vi.fn<() => void>();
  const release = [markUnsaved(), markUnsaved()];
  whenSaved(reload);
  release[0]?.();
  expect([hasUnsavedForm.current(), reload.mock.calls.length]).toEqual([true, 0]);
  release[1]?.();
  expect([hasUnsavedForm.current(), reload.mock.calls.length]).toEqual([false, 1]);
});

test('the action runs once, and not again with the next form', () => {
  const reload = vi.fn<() => void>();
  const release = markUnsaved();
  whenSaved(reload);
  release();
  release();
  markUnsaved()();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an autosaved form counts as edited but not as unsaved', () => {
  const release = markUnsaved(false);
  expect([isFormTouched.current(), hasUnsavedForm.current()]).toEqual([true, false]);
  release();
  expect(isFormTouched.current()).toBe(false);
});

test('the action runs immediately if no form is unsaved', () => {
  const reload = vi.fn<() => void>();
  whenSaved(reload);
  expect(reload).toHaveBeenCalledTimes(1);
});
