import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import type { Scan } from '#schemas/scan.ts';
import { scanFromWire } from '#schemas/from-wire.ts';
import { UNSENT_FORMAT, UNSENT_VERSION } from '#sync/outbox/unsent-file.ts';
import { chooseFiles } from '#test/component-fixtures/choose-files.ts';
import { projectOf } from '#test/component-fixtures/entities.ts';
import { goTo, personOf, renderScreen } from '#test/component-fixtures/render-screen.tsx';

const [SCAN, EARLIER_EDIT, EDIT, MISSING] = [3, 4, 5, 6].map(
  (digit) => `40000000-0000-4000-8000-00000000000${digit}`,
) as [string, string, string, string];

/** A product that the server has. */
function productIn(projects_id: string): Scan {
  const time = '2026-05-04T10:00:00.000Z';
  return {
    ...{ uuid: SCAN, op_id: SCAN, deleted: false, created_at: time, updated_at: time },
    ...{ time: Date.parse(time), type: 'GGL', size: 'MK06', variant: '2070' },
    ...{ serial_number: '24A17K3M-0042', is_unique: true, survey: null, image_data: null },
    ...{ projects_id, manual: false, flag: 'valid', points: 100 },
  };
}

test('the import of a backup file says why items were left out', async () => {
  const project = projectOf({ products_count: 1 });
  const product = productIn(project.uuid);
  await renderScreen(`/projects/${project.uuid}`, {
    server(server) {
      server.list(calls.listProjects, [project]);
      server.list(calls.listScans, [product]);
    },
  });
  await expect.element(page.getByText('GGL MK06').first()).toBeVisible();
  const edit = {
    ...{ ...scanFromWire(product), deleted: false, state: 'waiting', op_id: EDIT },
    base_op_id: EARLIER_EDIT,
  };
  const closing = { uuid: EDIT, response: [], released: false };
  const file = {
    format: UNSENT_FORMAT,
    version: UNSENT_VERSION,
    exported_at: '2026-05-04T10:00:00.000Z',
    user_id: personOf('polishOwner').uuid,
    ...{ projects: [], leads: [{}], scans: [edit], photos: [] },
    closings: [{ uuid: MISSING, state: 'waiting', refusal: null, closing }],
  };
  goTo('/scan/offline');
  await chooseFiles('Import backup file', [new File([JSON.stringify(file)], 'backup.json')]);
  await expect.element(page.getByText('3 not imported')).toBeVisible();
  for (const text of [
    'GGL MK06 2070: it has changed since this file was saved. Check it, and make the change again if needed.',
    'Closing a project: its project or lead isn’t on this phone. Go online and import the file again.',
    'Changes to a lead: it can’t be read.',
  ])
    await expect.element(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
});
