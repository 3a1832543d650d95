import { expectTypeOf, test } from 'vitest';
import type { Dependency } from '#src/data/live/use-live-query.ts';

test('a live query depends on plain values alone: an object made anew would begin it anew', () => {
  expectTypeOf<string | number | boolean | null | undefined>().toExtend<Dependency>();
  expectTypeOf<{ uuid: string }>().not.toExtend<Dependency>();
  expectTypeOf<readonly string[]>().not.toExtend<Dependency>();
  expectTypeOf<() => void>().not.toExtend<Dependency>();
});
