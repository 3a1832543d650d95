import type { Page } from '@playwright/test';

/** What stands of home: only what it was last, while the store opens, or what it is; nothing elsewhere. */
export function homeState(page: Page): Promise<'last' | 'now' | null> {
  return page.evaluate(() => {
    const homes = [...document.querySelectorAll('.home-parts')];
    if (homes.length === 0) return null;
    return homes.some(({ ariaBusy }) => ariaBusy === 'true') ? 'last' : 'now';
  });
}
