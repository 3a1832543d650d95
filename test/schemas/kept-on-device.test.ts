import { expect, test } from 'vitest';
import { storedCollections } from '#schemas/collections.ts';
import { configuration, publicConfiguration } from '#schemas/configuration.ts';
import { installerUser } from '#schemas/installer.ts';
import { pointsSummary } from '#schemas/ledger.ts';
import { tierProductCategory } from '#schemas/product-type.ts';
import { tierProgress } from '#schemas/tier.ts';
import { namesIn } from '#test/setup/schema-names.ts';

const documents = Object.entries(storedCollections).map(
  ([name, plan]) => [name, plan.document] as const,
);
const singletons = Object.entries({
  installerUser,
  configuration,
  publicConfiguration,
  pointsSummary,
  tierProductCategory,
  tierProgress,
});

test.each([...documents, ...singletons])(
  'security 8: the stored %s has no field for a voucher number or a password',
  (_name, schema) => {
    const names = namesIn(schema);
    expect(names.length).toBeGreaterThan(1);
    expect(
      names.filter((name) => /voucher|password|passcode|(^|_)(pin|cvv)($|_)/i.test(name)),
    ).toEqual([]);
  },
);
