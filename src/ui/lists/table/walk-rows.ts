const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The arrow keys walk from row to row, along what opens each: for a table's `ref`. What is focused within a row, such
 * as one of its actions, is where they begin.
 * @returns ends it
 */
export function navigateRowsByArrowKeys(body: HTMLElement | null) {
  if (body === null) return undefined;
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!step || !isPlain || !(event.target instanceof Node)) return;
    const { target } = event;
    const rows = [...body.querySelectorAll('tr')];
    const at = rows.findIndex((row) => row.contains(target));
    const next = rows[step(at, rows.length - 1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.querySelector<HTMLElement>('th :is(a, button)')?.focus();
  };
  body.addEventListener('keydown', walk);
  return () => body.removeEventListener('keydown', walk);
}
