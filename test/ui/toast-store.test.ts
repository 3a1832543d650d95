import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dismissToast,
  dismissToastsAbout,
  dismissToastsAt,
  showToast,
  visibleToasts,
  subscribeToToasts,
} from '#src/ui/feedback/toast.tsx';

const messages = () => visibleToasts().map(({ message }) => message);

afterEach(() => {
  for (const { id } of visibleToasts()) dismissToast(id);
});

describe('toasts', () => {
  it('are shown oldest first and dismissed by their id', () => {
    const first = showToast({ message: 'Sent', subject: null });
    showToast({ message: 'Removed', subject: null, tone: 'good' });
    expect(visibleToasts().map(({ message }) => message)).toEqual(['Sent', 'Removed']);

    dismissToast(first);
    expect(visibleToasts().map(({ message }) => message)).toEqual(['Removed']);
  });

  it('are limited to three, and the oldest is dropped', () => {
    for (const message of ['1', '2', '3', '4']) showToast({ message, subject: null });
    expect(visibleToasts().map(({ message }) => message)).toEqual(['2', '3', '4']);
  });

  it('notify the screen only when something changed', () => {
    const listener = vi.fn<() => void>();
    const unsubscribe = subscribeToToasts(listener);
    const before = visibleToasts();
    dismissToast(-1);
    expect(listener).not.toHaveBeenCalled();
    expect(visibleToasts()).toBe(before);

    showToast({ message: 'Sent', subject: null });
    expect(listener).toHaveBeenCalledOnce();
    unsubscribe();
  });

  it('replace only toasts about the same subject', () => {
    showToast({ message: 'Added to your cart', subject: 'cart' });
    showToast({ message: 'Copied', subject: null });
    showToast({ message: 'Saved', subject: 'profile' });
    showToast({ message: 'Added to your cart', subject: 'cart' });
    expect(messages()).toEqual(['Copied', 'Saved', 'Added to your cart']);
    dismissToastsAbout('cart');
    expect(messages()).toEqual(['Copied', 'Saved']);
  });

  it('disappear when the screen with the same information is opened', () => {
    showToast({ message: 'Added to your cart', subject: 'cart', screen: '/cart' });
    dismissToastsAt('/shop');
    expect(messages()).toEqual(['Added to your cart']);
    dismissToastsAt('/cart');
    expect(messages()).toEqual([]);
  });

  it('disappear once they are outdated, which is watched only while they are shown', () => {
    const stop = vi.fn<() => void>();
    let expire = () => {};
    const until = (onExpired: () => void) => {
      expire = onExpired;
      return stop;
    };
    showToast({ message: 'It will be sent', subject: 'project', until });
    expire();
    expect(messages()).toEqual([]);
    expect(stop).toHaveBeenCalledOnce();

    const id = showToast({ message: 'It will be sent', subject: 'project', until });
    dismissToast(id);
    expect(stop).toHaveBeenCalledTimes(2);

    showToast({ message: 'It will be sent', subject: 'project', until });
    showToast({ message: 'Saved', subject: 'project' });
    expect(stop).toHaveBeenCalledTimes(3);
    expect(messages()).toEqual(['Saved']);
  });

  it('that are outdated from the start aren’t shown', () => {
    const stop = vi.fn<() => void>();
    const until = (onExpired: () => void) => {
      onExpired();
      return stop;
    };
    showToast({ message: 'It will be sent', subject: 'project', until });
    expect(messages()).toEqual([]);
    expect(stop).toHaveBeenCalledOnce();
  });
});
