import { expect } from '@playwright/test';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { PLAIN_PAGE } from './sign-in.ts';

const RESTORED = { role: 'status', text: /^We restored your unsaved changes/ } as const;
const NAME = { role: 'textbox', name: /^Name/ } as const;

test(features.formDrafts.title, async ({ view, club }) => {
  await view.tab.goto(`${club.url}/projects/add`);
  await view.expectVisible(NAME);
  await view.fill(NAME, 'Garage roof');
  await view.tab.goto(club.url + PLAIN_PAGE);
  await view.tab.goto(`${club.url}/projects/add`);
  await view.expectVisible(RESTORED);
  expect(await view.values(NAME)).toEqual(['Garage roof']);
  await view.press({ role: 'button', name: 'Discard changes' });
  await view.expectAbsent(RESTORED);
  expect(await view.values(NAME)).toEqual(['']);
});
