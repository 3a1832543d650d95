import { expect, test } from 'vitest';
import { screens } from '#console/app/screens.ts';
import { recordHref } from '#console/parts/record-links.ts';
import { parseSearch } from '#console/parts/url-state.ts';
import * as v from 'valibot';

const id = '5f0c9c3e-6f43-4f1e-9d64-2b6f0d5a7c11';
const linkedKinds = [
  ...['announcement', 'approval', 'campaign', 'card', 'certificate', 'chat', 'company', 'content'],
  ...['held_lot', 'installer', 'import', 'lead', 'lead_request', 'operator', 'scan', 'order'],
  ...['order_batch', 'product', 'project', 'survey'],
];

test.each(linkedKinds)('a link to a record of the kind %s opens a screen with it', (kind) => {
  const url = new URL(recordHref(kind, id) ?? '', 'https://console.example');
  const path = url.pathname.replace(id, '$id');
  const screen = screens.find((each) => each.path === path);
  expect(screen?.path).toBe(path);
  // The screen must declare the parameter, because it ignores others.
  const search = parseSearch(url.search);
  expect(v.parse(screen?.search ?? v.object({}), search)).toMatchObject(search);
});

test('a kind without a screen has no link', () => {
  expect(recordHref('chat_template', id)).toBeNull();
  expect(recordHref('order', null)).toBeNull();
});
