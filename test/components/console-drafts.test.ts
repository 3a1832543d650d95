import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { DRAFT_CHANGED, draftCalls, FORM_DRAFT } from '#schemas/operator/draft-calls.ts';
import { exampleOf } from '#test/component-fixtures/example-of.ts';
import { type FakeServer, Refusal } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { readCompanyFile } = companyCalls;
const id = idOf(1);
const comment = page.getByRole('textbox', { name: 'Comment' });
const notice = page.getByText('You changed this draft in another window');
const unsaved = page.getByText('The draft isn’t saved yet.');

/** The draft of one field, as the server stores it. */
function storeDraft(server: FakeServer, field: string) {
  let count = 0;
  let draft: { readonly text: string; readonly updated_at: string } | null = null;
  const write = (text: string) => {
    count += 1;
    const updated_at = new Date(Date.UTC(2026, 4, 4, 10, count)).toISOString();
    draft = text === '' ? null : { text, updated_at };
  };
  server.respond(draftCalls.readDraft, ({ query }) => ({
    draft: query['field'] === field ? draft : null,
  }));
  server.respond(draftCalls.saveDraft, ({ body: { text, replaces } }) => {
    if (replaces !== undefined && draft !== null && draft.updated_at !== replaces)
      throw new Refusal('conflict', { reason: DRAFT_CHANGED });
    write(text);
    return { updated_at: draft?.updated_at ?? null };
  });
  return { write, text: () => draft?.text ?? null };
}

/** Opens a company's comments, with a draft that this window has saved. */
async function openComments() {
  let draft: ReturnType<typeof storeDraft> | undefined;
  const server = await renderConsole(`/companies/${id}?tab=timeline`, {
    server: (fake) => {
      const company = exampleOf(readCompanyFile.result, { id, name: 'Dachpol', region: POLAND });
      fake.respond(readCompanyFile, company);
      draft = storeDraft(fake, 'comment');
    },
  });
  await comment.fill('Called twice.');
  await expect.poll(() => draft?.text()).toBe('Called twice.');
  await expect.element(unsaved).not.toBeInTheDocument();
  return { server, draft };
}

test('a comment that is typed in two windows isn’t overwritten until the operator chooses one of the texts', async () => {
  const { draft } = await openComments();
  draft?.write('Called twice. Ask for the owner.');
  await comment.fill('Called twice. Send the price list.');
  await expect.element(notice).toBeVisible();
  expect(draft?.text()).toBe('Called twice. Ask for the owner.');
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.poll(() => draft?.text()).toBe('Called twice. Send the price list.');
  await expect.element(unsaved).not.toBeInTheDocument();
});

test('the other window’s comment can be used instead, and further changes to it are saved', async () => {
  const { draft } = await openComments();
  draft?.write('Called twice. Ask for the owner.');
  await comment.fill('Called');
  await page.getByRole('button', { name: 'Use the other text' }).click();
  await expect.element(comment).toHaveValue('Called twice. Ask for the owner.');
  await expect.element(notice).not.toBeInTheDocument();
  await comment.fill('Called twice. Ask for the owner on Monday.');
  await expect.poll(() => draft?.text()).toBe('Called twice. Ask for the owner on Monday.');
});

test('a form that is filled in two windows offers the same choice as a comment', async () => {
  let draft: ReturnType<typeof storeDraft> | undefined;
  await renderConsole('/lead-requests', {
    server: (server) => {
      draft = storeDraft(server, FORM_DRAFT);
    },
  });
  await page.getByRole('button', { name: 'New request' }).click();
  const panel = page.getByRole('dialog', { name: 'New request' });
  const lastName = panel.getByRole('textbox', { name: 'Last name' });
  await lastName.fill('Nowak');
  await expect.poll(() => draft?.text()).toContain('Nowak');
  const otherText = draft?.text()?.replace('Nowak', 'Kowalska') ?? '';
  draft?.write(otherText);
  await lastName.fill('Nowak-Lis');
  await expect.element(panel.getByText('You changed this draft in another window')).toBeVisible();
  expect(draft?.text()).toBe(otherText);
  await panel.getByRole('button', { name: 'Use the other text' }).click();
  await expect.element(lastName).toHaveValue('Kowalska');
  await lastName.fill('Kowalska-Lis');
  await expect.poll(() => draft?.text()).toContain('Kowalska-Lis');
});

test('the sign-in form explains that the session expired, and that typed text was kept', async () => {
  const { server } = await openComments();
  server.fault = 'session_expired';
  await comment.fill('Called three times.');
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.element(page.getByText('Your session has ended')).toBeVisible();
  await expect.element(page.getByText('Your typed text was kept.')).toBeVisible();
});

test('the sign-in form doesn’t mention typed text if there was none', async () => {
  const server = await renderConsole('/companies');
  server.fault = 'session_expired';
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect.element(page.getByText('Your session has ended')).toBeVisible();
  await expect.element(page.getByText('Your typed text was kept.')).not.toBeInTheDocument();
});

test('a comment can’t be sent while it is empty or there is no network, and the button shows the reason', async () => {
  await renderConsole(`/companies/${id}?tab=timeline`, {
    server: (server) =>
      server.respond(readCompanyFile, exampleOf(readCompanyFile.result, { id, region: POLAND })),
  });
  const send = page.getByRole('button', { name: 'Add the comment' });
  await expect.element(send).toHaveAccessibleDescription('Write a comment first.');
  await comment.fill('Called twice.');
  await expect.element(send).not.toHaveAccessibleDescription();
  setOnline(false);
  await expect.element(send).toHaveAccessibleDescription('There is no network.');
  await expect.element(comment).toHaveValue('Called twice.');
  setOnline(true);
  await expect.element(send).not.toHaveAccessibleDescription();
});

/** Sets the browser's online state, and dispatches the event of the change. */
function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
