import { expectTypeOf, test } from 'vitest';
import type { Dependency } from '#src/data/live/use-live-query.ts';

test('live queries depend only on primitive values, because a new object would restart them', () => {
  expectTypeOf<string | number | boolean | null | undefined>().toExtend<Dependency>();
  expectTypeOf<{ uuid: string }>().not.toExtend<Dependency>();
  expectTypeOf<readonly string[]>().not.toExtend<Dependency>();
  expectTypeOf<() => void>().not.toExtend<Dependency>();
});
