import { useEffect } from 'react';

const personCommands = ['keydown', 'pointerdown'] as const;

/**
 * Where the focus would be lost with a row that goes, it stands on the screen's heading instead, until
 * the person does something.
 * @param isWatching whether a row may just be going
 */
export function useKeptFocus(isWatching: boolean): void {
  useEffect(() => {
    if (!isWatching) return undefined;
    const keep = () => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (document.activeElement !== document.body || !heading) return;
      heading.tabIndex = -1;
      heading.focus();
    };
    const observer = new MutationObserver(keep);
    const stop = () => {
      observer.disconnect();
      for (const act of personCommands) removeEventListener(act, stop, true);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    for (const act of personCommands) addEventListener(act, stop, true);
    return stop;
  }, [isWatching]);
}
