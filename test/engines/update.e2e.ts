import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { deploy } from '#test/e2e-fixtures/deploy.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { root } from '#test/setup/source-tree.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { signIn } from './sign-in.ts';
import { viewOf } from './view.ts';
import {
  captureManually,
  capturedList,
  countsOf,
  saveToFirstProject,
  waitUntilInstalled,
} from './app-actions.ts';

const [waitingSerial, unsavedSerial] = plainSerials(2, 80) as [DemoSerial, DemoSerial];

test(features.update.title, async ({ phone }) => {
  const app = mkdtempSync(join(tmpdir(), 'club-app-'));
  cpSync(join(root, 'dist'), app, { recursive: true });
  const club = await openClub({ APP_DIR: app });
  try {
    const view = viewOf(await phone.newTab());
    await signIn(club, view, 'polishOwner');
    await waitUntilInstalled(view);
    club.proxy.addFault(calls.sendScans, { kind: 'cut' }, { times: 9_999 });
    await captureManually(view, waitingSerial);
    await saveToFirstProject(view);
    await captureManually(view, unsavedSerial);

    deploy(app, 'newer-build');
    await view.tab.evaluate(() => {
      Object.assign(window, { isOld: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await view.press({ role: 'button', name: 'Update now' }, 30_000);
    await view.waitUntil(
      'the page is the new one',
      () => view.tab.evaluate(() => !('isOld' in window)),
      30_000,
    );
    const text = await view.tab.evaluate(async () => (await fetch('/')).text());
    expect(text).toContain('<title>newer-build</title>');

    await view.expectVisible({ text: new RegExp(unsavedSerial.code), within: capturedList });
    club.proxy.clearFaults();
    const owner = await club.as('polishOwner');
    const counts = () => countsOf(owner, [waitingSerial, unsavedSerial]);
    await expect.poll(counts, { timeout: 60_000 }).toEqual([1, 0]);
  } finally {
    await club.close();
    rmSync(app, { recursive: true, force: true });
  }
});
