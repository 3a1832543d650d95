import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { serverBackup } from '#test/chaos/server-backup.ts';
import { sendOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { newChat } from '#test/server/chat-setup.ts';

/** Time for a message to reach the other side. */
const SYNC_TIMEOUT = { timeout: 60_000 };

test('F43: an answer lost by the restored server stays readable, with an explanation', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('czechOwner');
  const [first, lostText] = ['Which of the windows is it?', 'A new frame comes on Monday.'];
  const { uuid: id } = await owner.call(calls.createSupportChat, { body: newChat() });
  await sendOperatorCommand(club, ['chats', 'answer', id], first);
  await signIn(club, page, 'czechOwner');
  await page.goto(`${club.url}/support/chat/${id}`);
  const answer = (text: string) =>
    page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: text });
  const explanation = /lost when our server was restored/;
  await expect(answer(first)).toBeVisible(SYNC_TIMEOUT);
  const backup = serverBackup(club.server, club.databaseUrl);
  await club.server.stop();
  await backup.create();
  await club.server.start();
  await sendOperatorCommand(club, ['chats', 'answer', id], lostText);
  await expect(answer(lostText)).toBeVisible(SYNC_TIMEOUT);
  await expect(page.getByText(explanation)).toHaveCount(0);

  await club.server.stop();
  await backup.restore();
  await club.server.start();
  await expect(answer(lostText)).toContainText(explanation, SYNC_TIMEOUT);
  await expect(answer(first)).not.toContainText(explanation);
  await backup.remove();
});
