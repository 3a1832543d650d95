import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { ordersOf, productOf } from '#test/e2e-fixtures/shop.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { goTo } from './app-actions.ts';

test(features.order.title, async ({ view, club }) => {
  const owner = await club.as('polishOwner');
  const product = await productOf(owner, 'COMPACON', { stock: 20 });
  const before = await ordersOf(owner);
  await view.tab.goto(`${club.url}/shop`);
  await view.expectVisible({ role: 'list', name: 'Products' }, 30_000);
  await goTo(view, `/shop/${product.uuid}`);
  await view.press({ role: 'button', name: 'Add to cart' });
  await view.expectVisible({ text: 'Added to your cart' });
  await goTo(view, '/cart');
  await view.press({ role: 'button', name: 'Checkout' });
  await view.press({ role: 'radio', index: 0, within: { role: 'radiogroup' } });
  await goTo(view, '/checkout/summary');
  await view.press({ role: 'button', name: /^Order for/ }, 30_000);
  await view.expectVisible({ role: 'heading', level: 1, name: 'Thank you' }, 30_000);
  const after = await ordersOf(owner);
  expect(after.length).toBe(before.length + 1);
});

test(features.certificate.title, async ({ view, club }) => {
  const owner = await club.as('polishOwner');
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 1 } as const;
  const [project] = (await owner.call(calls.listProjects, { query })).data;
  if (!project) throw new Error('Every closed project of the demo has a certificate.');
  await view.tab.goto(`${club.url}/warranty-certificates/create?project=${project.uuid}`);
  await view.expectVisible({ text: 'Step 2 of 4: Products' });
  await view.press({ role: 'button', name: 'Next' });
  await view.fill({ role: 'textbox', name: /^Email address/ }, 'jan@poczta.example');
  await view.fill({ role: 'textbox', name: /^Name/ }, 'Jan Kowal');
  await view.press({ role: 'button', name: 'Next' });
  await view.press({ role: 'checkbox', index: 0 });
  await view.press({ role: 'button', name: 'Issue certificate' });
  await view.expectVisible({ role: 'button', name: 'Download PDF' }, 30_000);
  await view.tab.evaluate(captureSavedFile);
  await view.press({ role: 'button', name: 'Download PDF' });
  await view.waitUntil('a file is saved', () =>
    view.tab.evaluate(() => window.savedFile !== undefined),
  );
  const { type, firstBytes, name } = await view.tab.evaluate(async () => ({
    type: window.savedFile?.blob.type,
    firstBytes: await window.savedFile?.blob.slice(0, 5).text(),
    name: window.savedFile?.name,
  }));
  expect([type, firstBytes]).toEqual(['application/pdf', '%PDF-']);
  expect(name).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}\.pdf$/);
});

declare global {
  interface Window {
    /** File saved by the app. */
    savedFile?: { readonly blob: Blob; readonly name: string };
  }
}

/** Runs in the page: captures the next saved file and suppresses its dialog. */
function captureSavedFile(): void {
  let latest: Blob | undefined;
  const createUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file: Blob) => {
    latest = file;
    return createUrl(file);
  };
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    if (latest) window.savedFile = { blob: latest, name: this.download };
  };
}
