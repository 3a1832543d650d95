import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import { Refusal } from '#test/component-fixtures/fake-server.ts';
import { pointsSummary, renderScreen } from '#test/component-fixtures/render-screen.tsx';

test('F10: a single 503 in the background doesn’t redirect', async () => {
  const server = await renderScreen('/projects');
  const configurations = () => server.bodies(calls.getConfiguration).length;
  await expect.poll(configurations).toBeGreaterThan(0);
  const before = configurations();
  let refusals = 0;
  server.respond(calls.getPointsSummary, () => {
    refusals += 1;
    if (refusals === 1) throw new Refusal('maintenance');
    return pointsSummary(2250);
  });
  document.dispatchEvent(new Event('visibilitychange'));
  // One request refreshes everything, and the other checks the state after the 503.
  await expect.poll(configurations).toBeGreaterThan(before + 1);
  expect(refusals).toBeGreaterThan(0);
  expect(location.pathname).toBe('/projects');
  await expect.element(page.getByText('We’ll be back soon')).not.toBeInTheDocument();
});
