import { expect, test } from 'vitest';
import { ExpiryHelp } from '#src/features/home/points-expiry.tsx';
import { renderText } from '../draw.tsx';

test('only spending keeps points, and who has no shop is not sent there', () => {
  const [withShop, without] = [true, false].map((hasShop) =>
    renderText(<ExpiryHelp hasShop={hasShop} />),
  );
  expect(withShop).toContain('Spend them in the shop');
  expect(without).toContain('Contact support');
  expect(without).not.toContain('Spend');
  expect(`${withShop} ${without}`).not.toMatch(/close/i);
});
