import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bulkCalls } from '#schemas/operator/bulk-calls.ts';
import { chatTemplateCalls } from '#schemas/operator/chat-template-calls.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { listChatTemplates, deleteChatTemplate } = chatTemplateCalls;

test('the deletion of a template is undone from its message', async () => {
  const server = await renderConsole('/support', {
    server: (fake) => {
      const template = { id: idOf(1), name: 'Thanks', region: POLAND };
      fake.respond(listChatTemplates, pageOf(listChatTemplates, [template]));
      fake.respond(deleteChatTemplate, { ...exampleOf(deleteChatTemplate.result), job: idOf(2) });
      fake.respond(bulkCalls.stopBulkJob, exampleOf(bulkCalls.stopBulkJob.result));
    },
  });
  await page.getByRole('button', { name: 'Templates' }).first().click();
  await page.getByRole('button', { name: 'Delete the template Thanks' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the template Thanks?' });
  await question.getByLabelText('Why?').fill('No longer needed');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone. Nothing was changed.')).toBeVisible();
  expect(server.bodies(bulkCalls.stopBulkJob)).toEqual([{ why: 'undo' }]);
});
