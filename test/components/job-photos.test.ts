import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import type { Attachment } from '#schemas/attachment.ts';
import { chooseFiles } from '#test/component-fixtures/choose-files.ts';
import { projectOf } from '#test/component-fixtures/entities.ts';
import { renderScreen } from '#test/component-fixtures/render-screen.tsx';

/** A picture that a browser can read. */
async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'roof.png', {
    type: 'image/png',
  });
}

/** A document of a project. */
function documentOf(project_id: string): Attachment {
  const [uuid, time] = ['40000000-0000-4000-8000-000000000001', '2026-05-04T10:00:00.000Z'];
  return {
    ...{ uuid, op_id: uuid, deleted: false, created_at: time, updated_at: time },
    ...{ project_id, kind: 'document', group: null, caption: '', media_type: 'application/pdf' },
    ...{ bytes: 9, sha256: 'f'.repeat(64), captured_at: time, created_by: null },
    ...{ has_content: true, document: null },
  };
}

test('a photo that can’t be saved is still reported after the others were saved', async () => {
  const project = projectOf({ street_name: 'ul. Lipowa 12' });
  await renderScreen(`/projects/${project.uuid}/photos`, {
    server(server) {
      server.list(calls.listProjects, [project]);
      server.refuse(calls.sendAttachments, 'unavailable');
    },
  });
  const broken = new File(['no picture'], 'roof.heic', { type: 'image/heic' });
  await chooseFiles('Add photos to Before', [broken, await picture()]);
  await expect.element(page.getByRole('list', { name: 'Before' })).toBeVisible();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('deleting a project warns that its photos and documents will be deleted, too', async () => {
  const project = projectOf({ street_name: 'ul. Lipowa 12' });
  await renderScreen(`/projects/${project.uuid}`, {
    server(server) {
      server.list(calls.listProjects, [project]);
      server.list(calls.listAttachments, [documentOf(project.uuid)]);
    },
  });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect
    .element(page.getByRole('alertdialog', { name: 'Delete this project?' }))
    .toMatchTextContent('The project’s photos and documents will be deleted.');
});
