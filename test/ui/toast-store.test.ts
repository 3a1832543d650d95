import { afterEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, showToast, shownToasts, subscribeToToasts } from '#src/ui/toast-store.ts';

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

describe('toasts', () => {
  it('are shown oldest first and dismissed by their id', () => {
    const first = showToast({ message: 'Sent' });
    showToast({ message: 'Removed', tone: 'good' });
    expect(shownToasts().map(({ message }) => message)).toEqual(['Sent', 'Removed']);

    dismissToast(first);
    expect(shownToasts().map(({ message }) => message)).toEqual(['Removed']);
  });

  it('are never more than three: the oldest gives way', () => {
    for (const message of ['1', '2', '3', '4']) showToast({ message });
    expect(shownToasts().map(({ message }) => message)).toEqual(['2', '3', '4']);
  });

  it('tell the screen only when something changed', () => {
    const listener = vi.fn<() => void>();
    const unsubscribe = subscribeToToasts(listener);
    const before = shownToasts();
    dismissToast(-1);
    expect(listener).not.toHaveBeenCalled();
    expect(shownToasts()).toBe(before);

    showToast({ message: 'Sent' });
    expect(listener).toHaveBeenCalledOnce();
    unsubscribe();
  });
});
