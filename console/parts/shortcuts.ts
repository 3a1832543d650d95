import { useEffect, useEffectEvent } from 'react';

/**
 * True while the user types, or a dialog or panel is open; keys then have their usual meaning.
 * @param ownDialogs dialogs that contain the screen with the shortcuts
 */
function isTyping(target: EventTarget | null, ownDialogs: number): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField =
    target.isContentEditable || target.matches('input:not([type="checkbox"]), select, textarea');
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  return isField || dialogs.length > ownDialogs;
}

/**
 * Handles single keys anywhere on the screen, such as `j`.
 * @param keys functions by key; they return false if they don't handle the key
 * @param isInSheet true for keys of a side sheet, which is a dialog
 */
export function useShortcuts(
  keys: Readonly<Record<string, () => boolean | void>>,
  { isInSheet = false }: { readonly isInSheet?: boolean } = {},
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target, isInSheet ? 1 : 0)) return;
    const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (run && run() !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
