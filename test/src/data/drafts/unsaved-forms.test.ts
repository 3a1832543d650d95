import { expect, test, vi } from 'vitest';
import {
  markUnsaved,
  isFormTouched,
  hasUnsavedForm,
  whenSaved,
} from '#src/data/drafts/unsaved-forms.ts';

test('what the page would not outlive waits for every form that holds something', () => {
  const reload = vi.fn<() => void>();
  const letGo = [markUnsaved(), markUnsaved()];
  whenSaved(reload);
  letGo[0]?.();
  expect([hasUnsavedForm.current(), reload.mock.calls.length]).toEqual([true, 0]);
  letGo[1]?.();
  expect([hasUnsavedForm.current(), reload.mock.calls.length]).toEqual([false, 1]);
});

test('it is done once, and not again with the next form', () => {
  const reload = vi.fn<() => void>();
  const letGo = markUnsaved();
  whenSaved(reload);
  letGo();
  letGo();
  markUnsaved()();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('what is kept by itself is touched, and not unsaved', () => {
  const letGo = markUnsaved(false);
  expect([isFormTouched.current(), hasUnsavedForm.current()]).toEqual([true, false]);
  letGo();
  expect(isFormTouched.current()).toBe(false);
});

test('with nothing unsaved it is done at once', () => {
  const reload = vi.fn<() => void>();
  whenSaved(reload);
  expect(reload).toHaveBeenCalledTimes(1);
});
