import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { Scan } from '#schemas/scan.ts';
import { projectOf } from '#test/component-fixtures/entities.ts';
import { Refusal } from '#test/component-fixtures/fake-server.ts';
import { goTo, renderScreen } from '#test/component-fixtures/render-screen.tsx';

const SCAN = '40000000-0000-4000-8000-000000000003';

/** A valid product in a project. */
function productIn(projects_id: string): Scan {
  const time = '2026-05-04T10:00:00.000Z';
  return {
    ...{ uuid: SCAN, op_id: SCAN, deleted: false, created_at: time, updated_at: time },
    ...{ time: Date.parse(time), type: 'GGL', size: 'MK06', variant: '2070' },
    ...{ serial_number: '24A17K3M-0042', is_unique: true, survey: null, image_data: null },
    ...{ projects_id, manual: false, flag: 'valid', points: 100 },
  };
}

test('a closing that someone else came before can only be discarded', async () => {
  const project = projectOf({ products_count: 1 });
  const closedProject = { ...project, status: { id: projectStatus.closed } };
  let isClosed = false;
  await renderScreen(`/projects/${project.uuid}`, {
    server(server) {
      server.list(calls.listScans, [productIn(project.uuid)]);
      server.respond(calls.listProjects, () => ({
        data: [isClosed ? closedProject : project],
        meta: { last_page: 1, total: 1, checkpoint: isClosed ? '2' : '1' },
      }));
      server.respond(calls.submitProjectSurvey, () => {
        isClosed = true;
        throw new Refusal('project_not_open');
      });
    },
  });
  const button = (name: string) => page.getByRole('button', { name });
  await button('Close project').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close project' }).click();
  await expect.element(page.getByText('This project is no longer open.')).toBeVisible();

  await expect.element(button('Discard changes')).toBeVisible();
  goTo('/scan/offline');
  await page.getByRole('button', { name: /Dachowa 1/ }).click();
  await expect.element(page.getByRole('link', { name: 'Open project' })).toBeVisible();
  await expect.element(button('Try again')).not.toBeInTheDocument();
  goTo(`/projects/${project.uuid}`);
  await button('Discard changes').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(page.getByText('This project is no longer open.')).not.toBeInTheDocument();
});
