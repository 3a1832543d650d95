import { useEffect, useEffectEvent } from 'react';

/** True while the user types, or a dialog or panel is open; keys then have their usual meaning. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField =
    target.isContentEditable || target.matches('input:not([type="checkbox"]), select, textarea');
  return isField || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/**
 * Handles single keys anywhere on the screen, such as `j`.
 * @param keys functions by key; they return false if they don't handle the key
 * @param isInSheet true for keys of a side sheet, which is a dialog
 */
export function useShortcuts(keys: Readonly<Record<string, () => boolean | void>>): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (run && run() !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
