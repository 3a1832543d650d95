import { expect, test } from 'vitest';
import { rxSchemas } from '#schemas/rx-schemas.ts';
import { precomputedSchemas } from '#tools/vite/precomputed-modules.ts';

test('the app is built with the same schemas that the tests run on', async () => {
  const code = await precomputedSchemas();
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const built = (await import(url)) as { rxSchemas: unknown };
  expect(built.rxSchemas).toStrictEqual(rxSchemas);
});
