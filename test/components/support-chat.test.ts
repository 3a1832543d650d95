import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import { type Chat, chatStatuses } from '#schemas/chat.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { projectOf } from '#test/component-fixtures/entities.ts';
import { goTo, renderScreen, tabTo } from '#test/component-fixtures/render-screen.tsx';

const CREATED_AT = '2026-05-04T10:00:00.000Z';
const idOf = (number: number) => `40000000-0000-4000-8000-00000000000${number}`;

function chatOf(number: number, changes: Partial<Chat> = {}): Chat {
  const id = idOf(number);
  const first = { uuid: id, sender: 'installer', message: 'First.' } as const;
  return {
    uuid: id,
    op_id: id,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    deleted: false,
    title: `Chat ${number}`,
    status: chatStatuses.withSupport,
    messages: [{ ...first, created_at: CREATED_AT }],
    ...changes,
  };
}

const ownMessage = page.getByRole('textbox', { name: 'Your message', exact: true });
const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

async function reply(text: string): Promise<void> {
  await ownMessage.fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(ownMessage).toHaveValue('');
}

/** Accepts messages, at increasing times. */
function acceptMessages(server: FakeServer): void {
  let second = 0;
  server.respond(calls.createSupportMessage, ({ body: { uuid = '', message } }) => {
    second += 1;
    const created_at = new Date(Date.parse(CREATED_AT) + second * 1000).toISOString();
    return { uuid, sender: 'installer' as const, message, created_at };
  });
}

test('a rejected message shows its reason, and can be corrected or discarded', async () => {
  const server = await renderScreen(`/support/chat/${idOf(1)}`, {
    person: 'decorStaff',
    server: (fake) => fake.list(calls.listSupportChats, [chatOf(1)]),
  });
  const sent = () => server.bodies(calls.createSupportMessage).map(({ message }) => message);
  await expect.element(messages).toHaveLength(1);
  server.refuse(calls.createSupportMessage, 'invalid_input');
  await reply('A bad one');
  const rejected = messages.filter({ hasText: 'A bad one' });
  await expect.element(rejected).toMatchTextContent('Not accepted');
  await expect.element(rejected).toMatchTextContent('Some details aren’t valid');
  acceptMessages(server);
  await rejected.getByRole('button', { name: 'Edit' }).click();
  const sheet = page.getByRole('dialog', { name: 'Edit message' });
  await sheet.getByRole('textbox', { name: 'Message' }).fill('A good one');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect.element(messages.last()).toMatchTextContent('A good one');
  await expect.poll(sent).toEqual(['A bad one', 'A good one']);

  server.refuse(calls.createSupportMessage, 'invalid_input');
  await reply('Never mind');
  await messages.filter({ hasText: 'Never mind' }).getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard this message?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText('Never mind')).not.toBeInTheDocument();
  await expect.element(messages).toHaveLength(2);
});

test('a chat is opened and answered with the keyboard alone', async () => {
  const answered = Array.from({ length: 12 }, (_, index) => ({
    uuid: `50000000-0000-4000-8000-0000000000${10 + index}`,
    sender: 'admin' as const,
    message: `Question ${index}?`,
    created_at: new Date(Date.parse(CREATED_AT) + index).toISOString(),
  }));
  const server = await renderScreen('/support/chat', {
    server: (fake) => {
      fake.list(calls.listSupportChats, [
        chatOf(1, { status: chatStatuses.solved }),
        chatOf(2),
        chatOf(3, { status: chatStatuses.answered, messages: answered }),
      ]);
      acceptMessages(fake);
    },
  });
  const chats = page.getByRole('list', { name: 'Conversations' });
  await expect.element(chats.getByText('Solved')).toBeVisible();
  await expect.element(chats.getByText('Waiting for support')).toBeVisible();
  await tabTo(chats.getByRole('link').filter({ hasText: 'Answered' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(messages.last()).toBeInViewport();
  await tabTo(ownMessage);
  await userEvent.keyboard('It is factory K.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(ownMessage).toHaveFocus();
  await expect.element(ownMessage).toHaveValue('');
  await expect
    .poll(() => server.bodies(calls.createSupportMessage))
    .toMatchObject([{ message: 'It is factory K.' }]);
});

/** Opens a new conversation about a project that the app gets only when the test calls `sendProject`. */
async function startChatAboutProject() {
  const project = projectOf({ street_name: 'ul. Lipowa 12' });
  const address = `/support/chat/new?project=${project.uuid}`;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await renderScreen(address, {
    server: (fake) =>
      fake.respond(calls.listProjects, async () => {
        await promise;
        return { data: [project], meta: { last_page: 1, total: 1, checkpoint: '2' } };
      }),
  });
  return { project, address, sendProject: () => resolve(undefined) };
}

test('text typed for a project stays when the project arrives, and then gives the subject', async () => {
  const { sendProject } = await startChatAboutProject();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('The roller shutter is loud.');
  await expect.element(subject).toHaveValue('');
  sendProject();
  await expect.element(subject).toHaveValue('Project ul. Lipowa 12, 00-001 Warszawa');
  await expect.element(message).toHaveValue('The roller shutter is loud.');
});

test('a project that arrives between two visits gives the subject', async () => {
  const { project, address, sendProject } = await startChatAboutProject();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('The roller shutter is loud.');
  goTo(`/projects/${project.uuid}`);
  sendProject();
  await expect.element(page.getByRole('heading', { name: 'ul. Lipowa 12' })).toBeVisible();
  goTo(address);
  await expect.element(message).toHaveValue('The roller shutter is loud.');
  await expect
    .element(page.getByRole('textbox', { name: 'Subject' }))
    .toHaveValue('Project ul. Lipowa 12, 00-001 Warszawa');
});

test('new conversations about two projects have separate drafts', async () => {
  const address = (project: string) => `/support/chat/new?project=${project}`;
  const message = page.getByRole('textbox', { name: 'Message' });
  await renderScreen(address(idOf(1)));
  await message.fill('The roller shutter is loud.');
  goTo(address(idOf(2)));
  await expect.element(message).toHaveValue('');
  await message.fill('The window is too small.');
  goTo(address(idOf(1)));
  await expect.element(message).toHaveValue('The roller shutter is loud.');
  goTo(address(idOf(2)));
  await expect.element(message).toHaveValue('The window is too small.');
});

test('a sent reply doesn’t come back when the conversation is opened again', async () => {
  await renderScreen(`/support/chat/${idOf(1)}`, {
    server: (fake) => {
      fake.list(calls.listSupportChats, [chatOf(1), chatOf(2)]);
      acceptMessages(fake);
    },
  });
  await expect.element(messages).toHaveLength(1);
  await reply('It is factory K.');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('list', { name: 'Conversations' }).getByText('Chat 1').click();
  await expect.element(messages).toHaveLength(2);
  await expect.element(ownMessage).toHaveValue('');
});
