import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChangeReader } from '#sync/http/live.ts';

const event = (collections: readonly string[]) =>
  `event: changed\ndata: ${JSON.stringify({ collections })}\n\n`;

describe('a stream of changes', () => {
  test('is read in the same way however it is split into chunks', () => {
    const names = fc.array(fc.constantFrom('scans', 'projects', 'leads'), { maxLength: 4 });
    const fragment = fc.oneof(names.map(event), fc.constant(': beat\n\n'));
    fc.assert(
      fc.property(
        fc.array(fragment),
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        (fragments, cutPoints) => {
          const text = fragments.join('');
          const expected = createChangeReader()(text);
          const read = createChangeReader();
          const received: string[] = [];
          for (let index = 0; index < text.length;) {
            const length = cutPoints.next().value;
            received.push(...read(text.slice(index, index + length)));
            index += length;
          }
          expect(new Set(received)).toEqual(new Set(expected));
        },
      ),
    );
  });

  test('skips malformed messages and continues', () => {
    const read = createChangeReader();
    expect(read('data: {"collections":"all"}\n\ndata: no json\n\nretry: 5\n\n')).toEqual([]);
    expect(read(event(['scans', 'a newer one']))).toEqual(['scans', 'a newer one']);
  });

  test('doesn’t grow the buffer without limit if a line never ends', () => {
    const read = createChangeReader();
    for (let index = 0; index < 100; index += 1) read('x'.repeat(10_000));
    expect(read(`\n${event(['leads'])}`)).toEqual(['leads']);
  });
});
