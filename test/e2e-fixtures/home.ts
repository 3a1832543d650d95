import type { Page } from '@playwright/test';

/** State of home: `last` for the snapshot shown while the store opens, `now` for live data; null on other screens. */
export function homeState(page: Page): Promise<'last' | 'now' | null> {
  return page.evaluate(() => {
    const homes = [...document.querySelectorAll('.home-parts')];
    if (homes.length === 0) return null;
    return homes.some(({ ariaBusy }) => ariaBusy === 'true') ? 'last' : 'now';
  });
}
