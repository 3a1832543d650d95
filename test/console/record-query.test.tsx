import { expect, test } from 'vitest';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { renderText } from '#test/src/render-text.tsx';

/** Returns the React key of a result's content. The content keeps its state while the key stays the same. */
function keyOf(data: unknown): string | null {
  let key: string | null = null;
  function Probe() {
    const query = { data, error: null, refetch: () => Promise.resolve() };
    // The component is called as a function, so that its element can be inspected.
    const element = RecordQuery({ label: 'Loading', query, children: () => null });
    key = typeof element === 'object' && element !== null && 'key' in element ? element.key : null;
    return null;
  }
  renderText(<Probe />);
  return key;
}

test('each record starts with new state, and keeps it when it’s read again', () => {
  const first = keyOf({ id: 'a', rev: 1 });
  expect(keyOf({ id: 'b', rev: 1 })).not.toBe(first);
  expect(keyOf({ id: 'a', rev: 2 })).toBe(first);
});

test('results without an id keep their state', () => {
  expect(keyOf({ data: [] })).toBe(keyOf({ data: [1] }));
  expect(keyOf([1])).toBe(keyOf([2]));
});
