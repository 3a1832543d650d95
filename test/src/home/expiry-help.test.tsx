import { expect, test } from 'vitest';
import { ExpiryHelp } from '#src/features/home/points-expiry.tsx';
import { renderText } from '../draw.tsx';

test('only spending keeps points from expiring, and people without a shop get no link to it', () => {
  const [withShop, without] = [true, false].map((hasShop) =>
    renderText(<ExpiryHelp hasShop={hasShop} />),
  );
  expect(withShop).toContain('Spend them in the shop');
  expect(without).toContain('Contact support');
  expect(without).not.toContain('Spend');
  expect(`${withShop} ${without}`).not.toMatch(/close/i);
});
