import { expect, test } from 'vitest';
import { UsableUntil } from '#src/features/orders/vendor-response.tsx';
import { renderText } from '../render-text.tsx';

test('a voucher is valid until its expiry, but not after', () => {
  const end = '2026-11-12T10:00:00.000Z';
  const at = (moment: string) => {
    return renderText(
      <UsableUntil expiresAt={end} clock={{ now: Date.parse(moment), region: 'PL' }} />,
    );
  };
  expect(at('2026-09-01T10:00:00.000Z')).toMatch(/^Valid until .*12[^-]*$/);
  expect(at('2026-11-02T10:00:00.000Z')).toMatch(/^Valid until .*12.*10 days left$/);
  expect(at('2026-11-12T09:59:59.000Z')).toMatch(/^Valid until .*12.*1 hour left$/);
  expect(at(end)).toMatch(/^Expired on .*12/);
});
